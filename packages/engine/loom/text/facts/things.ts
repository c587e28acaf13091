import { byComma } from "../lists.ts";

/** Things that one buys, in the singular, with regular plurals. */
export const products: readonly string[] = byComma(`
  book, lamp, phone, laptop, chair, table, bike, bottle, camera, pencil, pen, notebook, backpack, jacket, shirt, hat,
  blanket, pillow, cup, plate, mug, bowl, fork, spoon, mirror, clock, carpet, desk, sofa, radio, speaker, keyboard,
  monitor, printer, tablet, charger, cable, battery pack, ticket, candle, basket, ball, puzzle, doll, guitar, ladder,
  hammer, helmet, tent, umbrella, wallet, ring, bracelet, poster, cake, pizza, sandwich bag, apple pie, coffee maker,
  toaster, kettle, vacuum cleaner
`);

/** Colors. */
export const colors: readonly string[] = byComma(
  "red, blue, green, yellow, purple, pink, black, white, brown, gray, orange, silver, gold, turquoise",
);

/** Foods that one may like best. */
export const foods: readonly string[] = byComma(`
  pizza, pasta, sushi, rice, soup, salad, bread, cheese, chocolate, ice cream, curry, lasagna, pancakes, noodles, steak,
  tacos, burgers, fish, chicken, cake, cookies, ramen, dumplings, strawberries, apples
`);

/** Drinks. */
export const drinks: readonly string[] = byComma(
  "tea, coffee, milk, water, lemonade, apple juice, hot chocolate, green tea, cola, cocoa, orange juice, ginger ale",
);

/** Sports, each after "play". */
export const sports: readonly string[] = byComma(
  "tennis, football, soccer, basketball, golf, hockey, baseball, volleyball, chess, rugby, cricket, badminton, handball",
);

/** Animals that one may like best. */
export const animals: readonly string[] = byComma(
  "tiger, lion, elephant, penguin, dolphin, owl, fox, bear, wolf, giraffe, panda, whale, koala, eagle, otter, horse",
);

/** Titles of books; none is a real one on purpose. */
export const books: readonly string[] = byComma(`
  The Silver River, The Last Garden, Blue Winter, The Lost Island, A Quiet Day, The Stone Tower, Night Train,
  The Green Door, Summer Rain, The Paper Boat, Seven Stars, The Old Clock
`);

/** The days of a week. */
export const days: readonly string[] = byComma(
  "Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday",
);

/** The months of a year. */
export const months: readonly string[] = byComma(`
  January, February, March, April, May, June, July, August, September, October, November, December
`);

/** Rooms and places of a town where people meet. */
export const meetingPlaces: readonly string[] = byComma(`
  the office, the library, the park, the cafe, the station, the school, the museum, room 12, room 4, the main hall,
  the hotel, the airport, the cinema, the market, the town hall, the lab, the kitchen, the garden, the gym, the bank
`);
