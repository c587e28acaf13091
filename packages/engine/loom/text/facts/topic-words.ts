import { byComma } from "../lists.ts";

/** A topic: its labels, the nouns that give it away, and sentences in which `[word]` does. */
export interface Topic {
  /** The first is the usual one; all of them may stand in a request, and the answer takes the one that does. */
  readonly labels: readonly string[];
  readonly nouns: readonly string[];
  readonly sentences: readonly string[];
}

/** A topic from its labels and nouns as lists, and its sentences. */
export function topic(labels: string, nouns: string, sentences: readonly string[]): Topic {
  return { labels: byComma(labels), nouns: byComma(nouns), sentences };
}

/** Subjects of texts. No word is of two of them. */
export const topics: readonly Topic[] = [
  topic(
    "sports, sports, sport",
    `match, team, goal, coach, stadium, referee, tournament, league, championship, tennis, football, basketball, marathon,
    race, penalty, player, trophy, soccer, goalkeeper, final score, swimming pool`,
    [
      "{name} [scored] twice in the last minute",
      "our [team] won again",
      "they [won the cup] on {day}",
      "{name} [ran] ten miles",
      "we [played tennis] on {day}",
      "the [goalkeeper] was hurt",
      "{name} kicked the [ball] over the line",
      "the [match] ended two to one",
      "{name} [trains] every day for the finals",
    ],
  ),
  topic(
    "food, food, cooking",
    `soup, pasta, recipe, pizza, bread, cake, sauce, dinner, breakfast, restaurant, salad, cheese, chef, oven, dessert,
    lunch, noodles, curry, sandwich, chocolate, spices, kitchen`,
    [
      "{name} [baked] something for us",
      "we [ate] at home on {day}",
      "add salt and [stir] for a minute",
      "{name} [cooked] for ten people",
      "the [soup] needs more salt",
      "I had [pasta] with {name}",
      "the [recipe] needs two eggs",
      "{name} [fried] two eggs",
      "this [cake] is too sweet",
    ],
  ),
  topic(
    "travel, travel, tourism",
    `flight, hotel, passport, airport, luggage, suitcase, vacation, beach, visa, cruise, tourist, boarding pass, hostel,
    island, holiday, sightseeing tour, train ride, road trip, tour guide, map`,
    [
      "we [flew] to {city}",
      "{name} [flew] to {city} on {day}",
      "our [flight] leaves at noon",
      "they [visited] {city} last summer",
      "I booked a [hotel] in {city}",
      "my [passport] is in the drawer",
      "{name} packed a [suitcase]",
      "we took a [trip] to {city}",
      "our [vacation] starts on {day}",
    ],
  ),
  topic(
    "music",
    `song, concert, band, guitar, piano, album, singer, violin, drums, orchestra, melody, choir, lyrics, opera, chorus,
    trumpet, playlist, rhythm, microphone, jazz`,
    [
      "{name} [sang] for an hour",
      "the [band] came on at nine",
      "{name} plays the [guitar]",
      "we heard the [orchestra] in {city}",
      "{name} wrote a new [song]",
      "their first [album] came out on {day}",
      "the [choir] meets on {day}",
      "{name} practices the [violin]",
    ],
  ),
  topic(
    "weather",
    `rain, snow, storm, sunshine, wind, clouds, thunder, fog, forecast, heat wave, hail, temperature, lightning, frost,
    drizzle, hurricane, sun, humidity, breeze, rainbow`,
    [
      "it is [raining] in {city}",
      "it will [rain] on {day}",
      "it [snowed] all night",
      "the [storm] comes on {day}",
      "it is [sunny] in {city}",
      "expect [clouds] on {day}",
      "the [wind] blew all day",
      "it was [foggy] in {city}",
      "it will be [cloudy] on {day}",
    ],
  ),
  topic(
    "technology, technology, tech, computers",
    `computer, software, laptop, app, internet, phone, keyboard, robot, website, code, program, update, server, chip,
    screen, browser, database, smartphone, processor, algorithm`,
    [
      "{name} wrote a [program]",
      "the new [laptop] has more memory",
      "my [computer] starts slowly",
      "please install the [update]",
      "{name} built a [robot]",
      "the [app] has a new button",
      "the [website] opens in a second",
      "our [software] has a bug",
      "the [phone] has two cameras",
    ],
  ),
  topic(
    "health, health, medicine",
    `doctor, hospital, medicine, fever, headache, nurse, vaccine, flu, surgery, diet, cough, patient, pills, dentist,
    allergy, blood pressure, symptoms, infection, therapy, clinic`,
    [
      "{name} has a [fever]",
      "the [doctor] told {name} to rest",
      "take one [pill] a day",
      "{name} has a [headache] again",
      "the [hospital] in {city} has ten beds",
      "{name} caught the [flu]",
      "my [tooth] hurts",
      "the [patient] sleeps now",
    ],
  ),
  topic(
    "money, money, finance, business",
    `bank, loan, budget, salary, taxes, stocks, market, dollars, investment, savings, profit, mortgage, interest rate,
    shares, debt, income, economy, price, wallet, coins`,
    [
      "the [bank] closes on {day}",
      "{name} [invested] in a company",
      "our [budget] is small this year",
      "[stocks] fell on {day}",
      "{name} [earns] more now",
      "the [loan] runs for ten years",
      "we have to pay our [taxes]",
      "{name} put ten [dollars] aside",
    ],
  ),
  topic(
    "animals, animals, pets, nature",
    `dog, cat, puppy, kitten, horse, elephant, zoo, lion, tiger, bird, rabbit, wolf, whale, bear, hamster, penguin,
    parrot, cow, sheep, fox`,
    [
      "the [dog] barked all night",
      "the [cat] sleeps on the roof",
      "{name} fed the [horse]",
      "a [bird] sits on the fence",
      "the [puppy] ran to {name}",
      "we saw a [bear] near {city}",
      "the [elephant] drank for an hour",
      "two [rabbits] live behind the house",
    ],
  ),
  topic(
    "school, school, education",
    `homework, exam, classroom, lesson, student, grades, university, math test, essay, textbook, college, diploma,
    blackboard, professor, semester, kindergarten, spelling test, pupils, lecture, report card`,
    [
      "the [teacher] gave us a task",
      "{name} did the [homework]",
      "the [exam] is on {day}",
      "{name} [studied] all night",
      "our [lesson] starts at nine",
      "the [students] wrote for an hour",
      "the [class] learns about numbers",
      "{name} got good [grades]",
    ],
  ),
  topic(
    "movies, movies, film, cinema",
    `movie, actor, film, director, cinema, trailer, comedy, actress, scene, screenplay, sequel, thriller, premiere,
    popcorn, plot, cartoon, documentary, stunt, box office, camera crew`,
    [
      "the [movie] lasts two hours",
      "{name} [starred] in a comedy",
      "the [actor] forgot a line",
      "we watched a [film] on {day}",
      "the [director] shot it in {city}",
      "the [sequel] opens on {day}",
      "the [cinema] was full",
    ],
  ),
  topic(
    "politics, politics, government",
    `president, election, parliament, senator, vote, minister, law, campaign, mayor, government, candidate, congress,
    treaty, party leader, ballot, embassy, reform, opposition, governor, poll`,
    [
      "the [president] spoke in {city}",
      "people [voted] on {day}",
      "the [election] is on {day}",
      "{name} was [elected]",
      "the [minister] met the press",
      "the [mayor] of {city} opened the bridge",
      "the new [law] passed on {day}",
      "the [parliament] meets on {day}",
    ],
  ),
];

/** Sentences for a noun of any topic, `{w}`. */
export const nounSentences: readonly string[] = [
  "I read about the {w}",
  "we talked about the {w}",
  "{name} told me about the {w}",
  "{name} asked about the {w}",
  "there was a long report on the {w}",
  "everyone talks about the {w}",
  "I have a question about the {w}",
  "the {w} was on my mind on {day}",
  "what did you think of the {w}?",
  "did you hear about the {w}?",
  "this is about the {w}",
  "the news was about the {w}",
  "{name} wrote to me about the {w}",
  "I keep thinking of the {w}",
  "on {day} we will see the {w}",
  "tell me more about the {w}",
  "have you seen the {w}?",
  "nobody in {city} forgot the {w}",
  "here is a picture of the {w}",
  "{name} and I saw the {w}",
];
