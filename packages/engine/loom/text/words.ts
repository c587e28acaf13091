import { capitalised } from "./exchange.ts";
import type { Random } from "./random.ts";

const listed = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Everyday words. */
export const words: readonly string[] = listed(`
  apple river stone happy green table cloud tiger bread music silver window garden purple rocket yellow monkey forest
  button camera dragon winter summer pencil basket castle island planet orange banana lemon melon horse sheep mouse
  puppy kitten flower mountain ocean desert bridge train airplane bicycle doctor teacher farmer painter singer dancer
  hello world this is a test the quick brown fox jumps over lazy dog good day night red blue small big house tree
  water fire light dark open close left right first last never always please thanks today tomorrow paper glass
`);

/** Given names; made-up ones come beside them. */
export const names: readonly string[] = listed(`
  bob alice tom anna max lily sam kate john mary paul emma jack lucy ben zoe leo mia dan eva carl nina hugo rosa
  peter sara david julia oscar clara felix ida simon vera adam ruth ivan olga karl lena mark nora omar rita
`);

/** Cities, as written in lower case. */
export const cities: readonly string[] = listed(`
  paris london tokyo berlin rome madrid oslo cairo lima delhi seoul dublin boston vienna prague lisbon athens
  zurich munich chicago toronto sydney nairobi mumbai kyoto milan geneva hamburg denver dallas austin
`).concat(["new york", "san francisco", "los angeles", "hong kong", "mexico city", "cape town"]);

const onsets = listed("b c d f g h j k l m n p r s t v w z br ch dr fl gr kl pr sh st th tr");
const vowels = listed("a e i o u a e i o ai ea oo");
const codas = ["", "", "", ...listed("n r l s m k t d x nd rt st ck")];

/** A word that nobody has heard, easy to say: `dorvan`, `shili`. */
export function inventedWord(random: Random, mostSyllables = 3): string {
  const syllables = random.integer(2, mostSyllables);
  let word = "";
  for (let index = 0; index < syllables; index += 1) {
    word += random.pick(onsets) + random.pick(vowels);
    if (index === syllables - 1) word += random.pick(codas);
  }
  return word;
}

/** Letters in any order: what teaches to copy rather than to remember. */
export function letters(random: Random, fewest: number, most: number): string {
  const count = random.integer(fewest, most);
  let text = "";
  for (let index = 0; index < count; index += 1) {
    text += String.fromCharCode(97 + random.integer(0, 25));
  }
  return text;
}

/** A word in lower case: known, invented or of random letters. */
export function anyWord(random: Random): string {
  const source = random.next();
  if (source < 0.5) return random.pick(words);
  return source < 0.7 ? inventedWord(random) : letters(random, 2, 7);
}

/** A given name in lower case, known or invented. */
export function anyName(random: Random): string {
  return random.chance(0.5) ? random.pick(names) : inventedWord(random);
}

/** A city in lower case, known or invented. */
export function anyCity(random: Random): string {
  return random.chance(0.6) ? random.pick(cities) : inventedWord(random);
}

/** With a capital at the beginning of every word. */
export function asTitle(text: string): string {
  return text.split(" ").map(capitalised).join(" ");
}
