import { ask, asTyped, type Exchange } from "../exchange.ts";
import type { Random } from "../random.ts";
import { fill } from "../wording.ts";
import { byBar, byComma } from "../lists.ts";

/** Questions for one fact, word for word. */
const whole = byBar(`
  what is my name? | what's my name? | whats my name? | who am i? | do you know my name? | do you know who i am? | what am i called? | tell me my name
  do you remember my name? | can you tell me my name? | what did i say my name was? | my name is what? | what is my first name?
  where do i live? | which city do i live in? | what city do i live in? | do you know where i live? | where is my home? | where am i from? | where do i come from?
  what is my home city? | what's my home town? | tell me where i live | which town am i from? | how old am i? | what is my age? | what's my age? | do you know my age?
  tell me my age | do you know how old i am? | when is my birthday? | when was i born? | in which month is my birthday? | what month is my birthday in?
  what is my job? | what's my job? | what do i do for a living? | what do i do for work? | where do i work? | do you know my job? | what is my profession?
  tell me my job | what do i work as? | what do i like? | what do i like to eat? | what do i like to drink? | what do i love? | what is my hobby? | what are my hobbies?
  what colour do i like? | what color do i like best? | which colour do i like most? | which animal do i like best? | what food do i like? | which food do i love?
  which sport do i play? | what sport do i like? | which book do i like best? | what number do i like? | which city do i like best? | what do i drink?
  what pet do i have? | which pet do i have? | do i have a pet? | do you know my pet? | what is the secret word? | what's the secret word? | what is the code?
  what's the code? | what is the password? | what's the password? | what is my password? | what is the magic word? | tell me the secret word | tell me the code
  do you remember the code? | do you remember the secret word? | what was the code? | what was the secret word? | what was the password? | what is the secret?
  what code did i tell you? | which word did i tell you? | what did i tell you? | what did i tell you about me? | what do you know about me? | do you know me?
  who is my friend? | what is my friend called? | what's my friend's name? | do you remember me? | what is my favourite? | what is my phone number?
  which car do i drive? | what colour is my car? | what is my email address? | what is my address? | am i married? | do i have children? | how many children do i have?
`);

/** Questions for anything of the user's. */
const open = byBar(`
  what is my {fact}? | what's my {fact}? | whats my {fact}? | do you know my {fact}? | tell me my {fact} | do you remember my {fact}? | can you tell me my {fact}?
  what was my {fact}? | what did i say my {fact} was? | my {fact} is what? | which is my {fact}? | could you tell me my {fact}? | please tell me my {fact}
  what is my {kin} called? | what's my {kin} called? | what is my {kin}'s name? | what's my {kin}'s name? | what is the name of my {kin}?
  do you know my {kin}'s name? | tell me my {kin}'s name | how is my {kin} called? | who is my {kin}? | do you remember the name of my {kin}? | how old is my {kin}?
  and my {fact}? | so, what is my {fact}? | ok, what is my {fact}? | hi, what is my {fact}?
`);

const facts = byComma(`
  name, age, home city, home town, job, favourite colour, favorite color, favourite food, favorite food, favourite animal, favorite animal, favourite number,
  favorite number, favourite city, favorite city, favourite sport, favorite sport, favourite book, favorite book, favourite drink, favorite drink, lucky number,
  favourite fruit, favorite fruit, favourite season, favourite song, favorite movie, favourite day, birthday, birth month, pet, secret word, code, password,
  secret number, hobby, team, surname, last name, nickname, city, country, address, car, phone number, order number, room number
`);
const kin = byComma(`
  dog, cat, pet, friend, best friend, sister, brother, mother, father, wife, husband, son, daughter, boss, horse, hamster, rabbit, parrot, fish, teacher,
  neighbour, partner, company, school, street
`);

/** A question about something that nobody has told: a closed list, the same in both splits. */
export function unknownFact(random: Random): Exchange {
  const template = random.pick(random.chance(0.5) ? whole : open);
  const text = fill(template, { fact: random.pick(facts), kin: random.pick(kin) });
  return { key: text, messages: ask(asTyped(random, text), "You have not told me that yet.") };
}
