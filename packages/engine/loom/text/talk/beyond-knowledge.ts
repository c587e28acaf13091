import { byBar } from "../lists.ts";

/** Questions about the world, for `subjectsOf`. */
export const knowledge: Readonly<Record<string, readonly string[]>> = {
  geography: byBar(`
    what is the capital of {country}? | what's the capital of {country}? | capital of {country} | capital of {country}?
    name the capital of {country} | which is the capital city of {country}? | where is {place}? | where is {country}?
    where exactly is {place}? | how big is {country}? | how many people live in {country}? | population of {country}
    what is the population of {country}? | which language do they speak in {country}? | what do people eat in {country}?
    what currency is used in {country}? | currency of {country}? | which countries border {country}? | how far is {place}?
    how far is it from {country} to {country}? | how high is {place}? | how long is {place}? | how deep is {place}?
    how tall is {place}? | how old is {place}? | on which continent is {country}? | in which country is {place}?
    which ocean is next to {country}? | what is {country} known for? | what is {country} famous for? | flag of {country}
    what are the colours of the flag of {country}? | what is the {superlative} {kind} in {country}? | who built {place}?
    what is the {superlative} {kind} in the world? | which {kind} is the {superlative}? | name the {superlative} {kind}
    what is the {superlative} {kind}? | {superlative} {kind} in the world | {superlative} {kind} in the world?
    how many countries are there in the world? | how many continents are there? | how many states are in {country}?
    is {place} in {country}? | is {country} bigger than {country}? | should i visit {country}? | tell me about {place}
    tell me about {country} | tell me something about {country} | what can i see in {country}? | describe {place}
    is it safe to travel to {country}? | do i need a visa for {country}? | best time to visit {country}? | name a river in {country}
    which sea is near {country}? | what time zone is {country} in? | what should i do in {place}? | plan a trip to {country}
  `),
  history: byBar(`
    when did {event} start? | when did {event} end? | when was {event}? | what happened in {year}? | who won {event}?
    who won {event} in {year}? | why did {event} start? | how did {event} end? | where was {event} held in {year}?
    who was the {job} of {country} in {year}? | who is the {job} of {country}? | who's the {job} of {country}?
    who was the first {job} of {country}? | what caused {event}? | how many people died in {event}? | tell me about {event}
    explain {event} | what do you know about {event}? | when did {person} die? | when was {person} born? | who was {person}?
    who is {person}? | who's {person}? | where was {person} born? | how old is {person}? | how did {person} die?
    what is {person} famous for? | what did {person} do? | what did {person} invent? | what did {person} say about {idea}?
    tell me about {person} | tell me something about {person} | how tall is {person}? | is {person} still alive?
    who is {person} married to? | how rich is {person}? | what do you know about {person}? | what do you think of {person}?
    did {person} ever meet {person}? | why is {person} famous? | biography of {person} | give me a quote by {person}
    who discovered {idea}? | who discovered {country}? | who invented the {thing}? | who invented {idea}?
    when was the {thing} invented? | when was {country} founded? | who founded {company}? | when was {company} founded?
    who ruled {country} in {year}? | in what year did {person} die? | in which year was {person} born? | who lived in {year}?
    what was life like in {year}? | what was the first {kind}? | who was the first man on the moon? | who killed {person}?
    who was the first person in space? | how did {things} live in {year}? | why did the roman empire fall?
    when did the titanic sink? | history of {country} | the history of {idea} | what is the history of the {thing}?
    what did {person} and {person} have in common? | who was more important, {person} or {person}?
  `),
  culture: byBar(`
    who wrote {work}? | who made {work}? | who painted {work}? | who composed {work}? | who directed {work}?
    who plays in {work}? | who is the author of {work}? | who sang {work}? | when did {work} come out? | when was {work} written?
    what is {work} about? | summarize {work} | summarise {work} | give me a summary of {work} | plot of {work}
    how does {work} end? | how long is {work}? | is {work} good? | is {work} worth it? | did you like {work}?
    have you seen {work}? | have you read {work}? | who is the main character in {work}? | quote from {work} | review {work}
    what are the lyrics of {work}? | lyrics of {work} | recommend a film | recommend a good book | recommend me a song
    what should i read? | what should i watch tonight? | what movie should i see? | which book should i read next?
    what films did {person} make? | how many oscars did {person} win? | how many albums has {person} sold? | best song by {person}?
    what is the best {kind} of all time? | who is the best {kind}? | who is the {superlative} {kind} ever? | name a film with {person}
    name three books by {person} | name a song about {topic} | what kind of music is {work}? | suggest a film about {topic}
    who plays the lead in {work}? | what instrument did {person} play? | how many seasons of {work} are there?
    how many players are in a {sport} team? | what are the rules of {sport}? | explain the rules of {sport} | how do you play {sport}?
    who is the best {sport} player? | who is the world champion in {sport}? | how long is a {sport} match? | who invented {sport}?
    who won the {sport} match? | what is offside? | how do i get better at {sport}? | is {sport} hard? | is {sport} popular in {country}?
    how many world cups has {country} won? | which team does {person} play for? | which club is the {superlative}?
    why do people like {sport}? | why do we celebrate {holiday}? | when is {holiday}? | what is {holiday}? | how do people celebrate {holiday}?
    what do people eat at {holiday}? | where does {holiday} come from? | tell me about {holiday}
  `),
  science: byBar(`
    what is {idea}? | what's {idea}? | what is {idea} exactly? | explain {idea} | explain {idea} to me | explain {idea} simply
    explain {idea} to a child | explain {idea} like i'm five | explain {idea} in simple terms | describe {idea} | define {idea}
    give me the definition of {idea} | definition of {idea} | what does {idea} mean? | how does {idea} work? | tell me about {idea}
    tell me more about {idea} | what do you know about {idea}? | what causes {idea}? | why is {idea} important? | why do we need {idea}?
    what are the benefits of {idea}? | what are the dangers of {idea}? | give me an example of {idea} | what is the purpose of {idea}?
    what is the difference between {idea} and {idea}? | difference between {idea} and {idea}? | compare {idea} and {idea}
    how is {idea} related to {idea}? | who came up with {idea}? | is {idea} real? | is {idea} good or bad? | what are the types of {idea}?
    why is the {thing} {quality}? | why is the {thing} so {quality}? | why are {things} {quality}? | why do {things} {verb}?
    how do {things} {verb}? | do {things} {verb}? | can {things} {verb}? | when do {things} {verb}? | where do {things} live?
    how does a {thing} work? | how does the {thing} work? | what is a {thing} made of? | what are {things} made of?
    how are {things} made? | how is {substance} made? | where does {substance} come from? | how much does a {thing} weigh?
    how far away is the {thing}? | how hot is the {thing}? | how old is the {thing}? | how long do {things} live?
    how fast can {things} run? | what do {things} eat? | what is inside a {thing}? | what is the boiling point of {substance}?
    what is the chemical symbol for {substance}? | formula of {substance}? | what is the atomic number of {substance}?
    at what temperature does {substance} freeze? | what is the speed of light? | what is the speed of sound? | how far is the moon?
    how many planets are there? | how many bones are in the body? | how many legs does a spider have? | what is the meaning of life?
    how many hearts does an octopus have? | how many {things} are there in the world? | how many {things} are in {country}?
    which is bigger, the sun or the moon? | which is heavier, {substance} or {substance}? | what happens when {things} {verb}?
    what happens if i eat {substance}? | what would happen if the {thing} disappeared? | what if there were no {things}?
    is {substance} {quality}? | are {things} {quality}? | are {things} dangerous? | is there life on mars? | are there aliens?
    does god exist? | do {things} have feelings? | are {things} smarter than {things}? | why can't {things} {verb}?
    how many days are in a year? | how many hours are in a day? | how many weeks are in a year? | how many minutes are in an hour?
    how many seconds are in a minute? | how many days does february have? | how many sides does a hexagon have?
  `),
};
