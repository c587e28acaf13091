import type { Random } from "../random.ts";
import { fill } from "../wording.ts";
import { contextLines } from "./context-lines.ts";
import { contextsIn, contextValues, sortOf, type Context } from "./context-values.ts";
import { toldLines } from "./told-lines.ts";
import { capitalised } from "../exchange.ts";

type Value = string | number;

const split = (text: string): readonly string[] => text.split(",");

/** What people call the value of a slot when they ask for it. */
const fields: Readonly<Record<string, readonly string[]>> = {
  n: split("name,name,name,person,who,first_name,friend,contact"),
  m: split("other,second,other_person,second_name"),
  city: split("city,city,city,place,town,location,where,destination"),
  job: split("job,job,profession,occupation,role,work"),
  pet: split("animal,pet,animal,kind"),
  petname: split("name,pet_name,petname,called"),
  animal: split("animal,animal,species"),
  thing: split("item,product,thing,object,article"),
  things: split("item,items,product,things,what"),
  noun: split("item,thing,object,subject,what"),
  word: split("word,value,answer"),
  color: split("color,color,colour"),
  room: split("room,place,where,location"),
  spot: split("place,spot,where,furniture"),
  food: split("food,dish,meal"),
  drink: split("drink,beverage"),
  sport: split("sport,game,activity"),
  instrument: split("instrument,plays"),
  hobby: split("hobby,activity,likes"),
  season: split("season"),
  day: split("day,day,weekday,date,when"),
  month: split("month,month,date,when"),
  book: split("title,book"),
  num: split("number,amount,count,quantity,value"),
  code: split("number,code,room"),
  hour: split("time,hour,when"),
  wear: split("clothes,garment,item"),
  ride: split("vehicle,transport"),
  feel: split("feeling,mood,state"),
  weather: split("weather,sky"),
  kin: split("relation,relative,who,person"),
  relative: split("relation,relative,who"),
};

/** What a number is, by the words beside it. */
const numberFields: readonly (readonly [sign: RegExp, names: readonly string[]])[] = [
  [/\{num2?\} years old|is \{num2?\}(?:\.| and)/, split("age,age,years,age_in_years")],
  [/\{num2?\} (?:dollars|euros)/, split("price,cost,amount,total,dollars")],
  [/\{num2?\} \{things2?\}/, split("quantity,count,amount,number,how_many")],
  [/level \{num2?\}/, split("level,floor")],
];

/** Contexts whose values are of one sort each, two of them at least: others leave open which value is asked for. */
const usable: readonly Context[] = contextsIn([...contextLines, ...toldLines]).filter(
  ({ text }) => {
    const slots = [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, slot = ""]) => slot))];
    return slots.length > 1 && !slots.some((slot) => slot.endsWith("2"));
  },
);

function nameOf(random: Random, slot: string, text: string): string {
  const own = slot === "num" ? numberFields.find(([sign]) => sign.test(text))?.[1] : undefined;
  return random.pick(own ?? fields[sortOf(slot)] ?? [slot]);
}

/** A sentence as people tell it, with its values under names that were not in it. */
export function toldSentence(random: Random): { text: string; values: Map<string, Value> } {
  const context = random.pick(usable);
  const filled = contextValues(random, context);
  const values = new Map<string, Value>();
  for (const [, slot = ""] of context.text.matchAll(/\{(\w+)\}/g)) {
    const shown = filled[slot] ?? "";
    const name = nameOf(random, slot, context.text);
    const isNumber = ["num", "code", "hour"].includes(slot);
    const plain = slot === "job" ? shown.replace(/^an? /, "") : shown;
    values.set(values.has(name) ? slot : name, isNumber ? Number(shown) : plain);
  }
  const text = fill(context.text, filled);
  // A value that comes first would get the capital of a sentence, and then not stand in the text as it is answered.
  const startsWithValue = [...values.values()].some((value) => text.startsWith(String(value)));
  const isOpen = startsWithValue || random.chance(0.2);
  return { text: isOpen ? text : text.split(". ").map(capitalised).join(". "), values };
}
