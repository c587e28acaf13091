import { adjectives, nouns } from "../everyday-words.ts";
import { capitalised } from "../exchange.ts";
import type { Random } from "../random.ts";
import { inventedWord } from "../words.ts";
import { anyPerson, anyTown } from "./people.ts";
import { colors, days } from "./things.ts";

type Value = string | number;

/** Names of fields by what stands in them. */
const numberFields =
  "size,width,height,length,weight,age,price,cost,total,amount,count,number,score,points,level,speed,distance,duration,temperature,year,room,seat,floor,page,rating,quantity,pages,hours,minutes,guests,seats,doors,wins,goals,version,budget,salary,discount,limit,capacity".split(
    ",",
  );
const colorFields = ["color", "colour", "shade", "paint"];
const townFields = ["city", "town", "place", "origin", "destination", "location", "home"];
const personFields =
  "name,owner,author,sender,winner,captain,teacher,customer,guest,driver,doctor,manager,host,buyer,seller,user,singer,player,student,boss".split(
    ",",
  );
const wordFields =
  "item,product,type,kind,brand,model,title,topic,label,material,shape,animal,food,drink,sport,tool,object,category,status,gift,prize,subject,theme,team,group,code".split(
    ",",
  );

function drawn(random: Random): readonly [field: string, value: Value] {
  const kind = random.weighted({ number: 40, color: 8, town: 12, person: 15, day: 5, word: 20 });
  if (kind === "number") {
    const highest = random.pick([10, 30, 99, 999]);
    return [random.pick(numberFields), random.integer(1, highest)];
  }
  if (kind === "color") return [random.pick(colorFields), random.pick(colors)];
  if (kind === "town") return [random.pick(townFields), anyTown(random)];
  if (kind === "person") return [random.pick(personFields), anyPerson(random)];
  if (kind === "day") return [random.pick(["day", "date", "weekday"]), random.pick(days)];
  const field = random.chance(0.7) ? random.pick(wordFields) : random.pick(nouns);
  return [field, random.chance(0.75) ? random.pick(nouns) : inventedWord(random)];
}

type Entry = readonly [field: string, value: Value];

const clauses: readonly ((entry: Entry) => string)[] = [
  ([field, value]) => `the ${field} is ${value}`,
  ([field, value]) => `the ${field} is ${value}`,
  ([field, value]) => `its ${field} is ${value}`,
  ([field, value]) => `the ${field} was ${value}`,
  ([field, value]) => `${field} ${value}`,
  ([field, value]) => `${field}: ${value}`,
  ([field, value]) => `${field} = ${value}`,
  ([field, value]) => `it has the ${field} ${value}`,
  ([field, value]) => `${value} is the ${field}`,
  ([field, value]) => `${value} as ${field}`,
  ([field, value]) => `a ${field} of ${value}`,
  ([field, value]) => `with ${field} ${value}`,
];

function openings(random: Random): string {
  const thing = random.pick(nouns);
  return random.pick([
    "",
    "",
    "",
    `about the ${thing}: `,
    `the ${random.pick(adjectives)} ${thing}: `,
    `a ${thing}, `,
    `${thing}, `,
    `new ${thing}: `,
    `this is my ${thing}, `,
    `we saw a ${thing}, `,
    `order ${random.integer(10, 9999)}: `,
    `note: `,
    `hi, `,
  ]);
}

/** Two to five fields of any names with their values, in words. */
export function openSentence(random: Random): { text: string; values: Map<string, Value> } {
  const count = random.pick([2, 2, 3, 3, 4, 5]);
  const values = new Map<string, Value>();
  for (let attempt = 0; values.size < count && attempt < 40; attempt += 1) {
    const [field, value] = drawn(random);
    if (!values.has(field) && ![...values.values()].includes(value)) values.set(field, value);
  }
  const clause = random.pick(clauses);
  const isMixed = random.chance(0.3);
  const parts = [...values].map((entry) => (isMixed ? random.pick(clauses) : clause)(entry));
  const last = parts.pop() ?? "";
  const joint = random.pick([", ", ", ", ", ", "; ", " and ", ". ", "\n"]);
  const end = joint === ", " ? random.pick([" and ", ", and ", ", "]) : joint;
  const body = `${openings(random)}${parts.join(joint)}${end}${last}`;
  // A value that comes first would get the capital of a sentence, and then not stand in the text as it is answered.
  const startsWithValue = [...values.values()].some((value) => body.startsWith(String(value)));
  const opened = startsWithValue ? `note: ${body}` : body;
  const text = (random.chance(0.7) ? capitalised(opened) : opened) + random.pick([".", ".", ""]);
  return { text, values };
}
