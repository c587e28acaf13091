import { byBar } from "../lists.ts";

/** Work and advice that Loom cannot give, for `subjectsOf`. */
export const tasks: Readonly<Record<string, readonly string[]>> = {
  writing: byBar(`
    write a poem about {topic} | write me a poem about {topic} | compose a poem on {topic} | a poem about {topic} | write a poem
    write a haiku about {topic} | write a song about {topic} | write a story about {topic} | tell me a story about {topic}
    tell me a story | write a short story | make up a story about {topic} | write a limerick about {topic} | write an essay
    write an essay about {topic} | write an essay on {idea} | write a paragraph about {idea} | write a speech for {present}
    write an article about {topic} | write a blog post about {topic} | write an email to {doer} | draft an email to {doer}
    write a letter to {doer} | write a cover letter | write a cover letter for {company} | write my homework | write a CV for me
    write an email to {doer} about {topic} | write a formal letter to {doer} | help me write an email to {doer}
    write a tweet about {topic} | write a slogan for {company} | write a joke about {things} | tell me a joke about {things}
    write a review of {work} | write a dialogue between {person} and {person} | write a rap about {topic} | write a scene about {topic}
    summarize this text: {topic} | summarise this article for me | summarize the news | summarize {event} | summarise {idea} in one line
    rewrite this sentence: the {thing} was {quality} | correct my grammar: she go to the {thing} | fix this sentence: he have a {thing}
    improve this text: the {thing} is {quality} | paraphrase this: the {thing} is {quality} | make this more formal: i want a {thing}
    continue the story: once upon a time there was a {thing} | finish this sentence: the {thing} is | draw a {thing} | draw me a {thing}
    draw a picture of a {thing} | paint a {thing} | generate an image of a {thing} | make a picture of {things} | show me a {thing}
    sing me a song about {topic} | sing a song | invent a name for my {company} shop | give me a name for my {thing}
    give me ideas for {topic} | give me five ideas for a party | brainstorm ideas about {topic} | create a logo for {company}
  `),
  language: byBar(`
    translate {word} into {language} | translate "{word}" to {language} | translate to {language}: {word} | {word} in {language}
    how do you say {word} in {language}? | what is {word} in {language}? | what's the {language} word for {word}? | {word} in {language}?
    translate this sentence into {language}: the {thing} is {quality} | say {word} in {language} | how do i say {word} in {language}?
    what is the opposite of {word}? | opposite of {word} | give me a synonym for {word} | what is another word for {word}?
    synonym for {word} | what rhymes with {word}? | name a word that rhymes with {word} | what is the plural of {word}?
    what is the past tense of {word}? | how do you pronounce {word}? | where does the word {word} come from? | use {word} in a sentence
    make a sentence with {word} | how many letters are in {word}? | how many vowels are in {word}? | how many words are in this sentence?
    is {word} a noun or a verb? | is {language} hard to learn? | teach me {language} | how many people speak {language}? | speak {language}
    conjugate {word} in {language} | answer in {language} | which language is the {superlative}? | what does {invented} mean in {language}?
  `),
  programming: byBar(`
    write a {code} program that {program} | write a {code} function that {program} | write a script that {program} | write code that {program}
    write a function in {code} that {program} | give me {code} code that {program} | how do i write a loop in {code}? | what is {code}?
    how do i sort a list in {code}? | how do i install {code}? | how do i read a file in {code}? | what is the best way to learn {code}?
    is {code} better than {code}? | what is the difference between {code} and {code}? | what is {code} used for? | who invented {code}?
    explain this {code} code | fix my {code} code | debug this {code} error | my {code} program crashes, why? | why is my code slow?
    what does this error mean? | how do i make a website? | write a regex for email addresses | write unit tests for my {code} class
    convert this {code} to {code} | how do i center a div? | what is a pointer? | what is a class in {code}? | hello world in {code}
    implement quicksort in {code} | how do i use git? | how do i undo a commit? | what is an API? | how does docker work? | what is JSON?
    write an SQL query that {program} | how do i declare a variable in {code}? | why does my {code} code not work? | explain recursion
  `),
  mathematics: byBar(`
    what is {number} times {number}? | what's {number} times {number}? | {number} * {number} | {number} x {number} | {number} times {number}
    {number} * {number} = ? | multiply {number} by {number} | multiply {number} and {number} | what is {number} multiplied by {number}?
    what is {number} divided by {number}? | {number} / {number} | divide {number} by {number} | {number} divided by {number}
    what is {number} * {number}? | what is {number} / {number}? | calculate {number} * {number} | compute {number} / {number}
    what is the square root of {number}? | square root of {number} | what is {number} squared? | {number} squared | {number}^2 | 2^{number}
    what is {number} percent of {number}? | {number}% of {number} | what is {number}% of {number}? | what is half of {number}?
    is {number} a prime number? | is {number} prime? | what are the factors of {number}? | what is {number} factorial? | {number}!
    what is the remainder of {number} divided by {number}? | solve {number}x + {number} = {number} | solve for x: {number}x = {number}
    solve x^2 = {number} | what is the derivative of x^{number}? | integrate x^{number} | what is the logarithm of {number}?
    what is the sine of {number}? | what is the average of {number}, {number} and {number}? | what is the cube of {number}?
    round {number}.{number} | convert {number} {unit} to {unit} | how many {unit} are in {number} {unit}? | {number} {unit} in {unit}
    how many {unit} is {number} {unit}? | what is {number} in binary? | write {number} in roman numerals | what is double {number}?
    what is a third of {number}? | prove the pythagorean theorem | what is pi? | what are the first digits of pi? | area of a circle?
    volume of a cube with side {number}? | what is the area of a square with side {number}? | what is infinity? | is {number} even or odd?
  `),
  daily: byBar(`
    how do i make {food}? | how do you make {food}? | how to make {food} | recipe for {food} | give me a recipe for {food} | how do i cook {food}?
    what goes into {food}? | what do i need for {food}? | how long does {food} take? | how many calories are in {food}? | is {food} healthy?
    where does {food} come from? | what should i cook tonight? | what can i cook with {substance}? | what wine goes with {food}?
    do you like {food}? | which is better, {food} or {food}? | {food} or {food}? | suggest a dinner | plan my meals for the week | bake {food}
    how do i {purpose}? | how can i {purpose}? | how to {purpose} | how to {purpose}? | what is the best way to {purpose}? | help me {purpose}
    i want to {purpose} | give me tips to {purpose} | any advice on how to {purpose}? | how long does it take to {purpose}? | teach me to {purpose}
    should i {purpose}? | why should i {purpose}? | what should i do to {purpose}? | give me advice | make a plan to {purpose}
    what should i buy for {present}? | gift ideas for {present} | what should i wear to {present}? | what should i do today? | what should i do?
    i am bored, what should i do? | what should i name my cat? | where should i go on holiday? | where can i buy a {thing}? | how much is a {thing}?
    how much does a {thing} cost? | which {thing} should i buy? | should i buy a {thing} or a {thing}? | what is the best {thing}? | recommend a {thing}
    how do i treat {illness}? | what helps against {illness}? | what are the symptoms of {illness}? | i have {illness}, what should i do?
    what causes {illness}? | is {illness} dangerous? | should i see a doctor about {illness}? | what medicine is good for {illness}?
    how do i get rid of {illness}? | can i take aspirin for {illness}? | is coffee bad for you? | how much water should i drink?
    how much sleep do i need? | how many calories should i eat? | what vitamins do i need? | is it healthy to {verb}? | am i sick?
    is it legal to {purpose}? | can i sue {doer}? | do i need a lawyer? | what are my rights as a tenant? | how do i get a divorce?
    how much tax do i pay? | should i buy shares of {company}? | should i invest in {company}? | what is a good salary? | how do i write a will?
    is bitcoin a good investment? | how do i open a bank account? | how does {company} make money? | who owns {company}? | who is the ceo of {company}?
  `),
  opinion: byBar(`
    what do you think about {idea}? | what do you think of {topic}? | what is your opinion on {idea}? | your opinion on {company}? | do you like {things}?
    do you believe in {idea}? | do you prefer {things} or {things}? | are you for or against {idea}? | which is better, {things} or {things}?
    {things} or {things}? | who is better, {person} or {person}? | is {company} better than {company}? | is {company} a good company?
    what is your favourite {kind}? | what's your favorite {kind}? | what is your favourite {food}? | which {kind} do you like? | do you like {person}?
    who should i vote for? | is {person} a good person? | is it wrong to lie? | is it ok to {purpose}? | what is the meaning of {idea}? | do we have free will?
    why are we here? | what happens after death? | is there a god? | what makes people happy? | what is right and wrong? | why is there something?
    what came first, the chicken or the egg? | if a tree falls and nobody hears it, does it make a sound? | will robots take over? | will {company} fail?
    what will happen in {year}? | will it get better? | who will win {event}? | what will the future bring? | predict the future | what are my lucky numbers?
    tell me a riddle | give me a riddle | solve this riddle: what has keys but no locks? | what has a face but no eyes? | what has hands but cannot clap?
    i have cities but no houses, what am i? | what gets wet while drying? | tell me a fact | tell me a fun fact | tell me something interesting
    tell me something about {things} | tell me something i don't know | give me a fact about {things} | tell me a secret | surprise me | inspire me
    why? | why not? | how? | how so? | how come? | when? | where? | who? | what? | what else? | why is that? | and why? | can you explain? | explain | what do you mean?
    why does my {thing} not {verb}? | why am i so tired? | why am i sad? | i am sad | does she love me? | why do people lie? | why is life hard?
    {person} | {event} | {idea} | {place} | {work} | {person} and {person} | {country} and {country} | the {superlative} {kind} | list five {things}
    list three {sport} players | list all {kind} names in {country} | name five {things} | name three kinds of {things} | make a list of {things}
    who invented {sport}? | make a table of {things} | give me a list of {things} | give me a quiz | play a game with me | let's play {sport}
  `),
};
