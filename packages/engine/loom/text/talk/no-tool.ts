import { ask, asTyped, type Exchange } from "../exchange.ts";
import type { Random } from "../random.ts";
import { drawFrom, type Split } from "../split.ts";
import { asked } from "../wording.ts";
import { anyCity, anyName, anyWord, asTitle } from "../words.ts";
import { byBar, byComma } from "../lists.ts";

const questions = byBar(`
  what's the weather in {city}? | what is the weather in {city}? | weather in {city}? | weather in {city} | how is the weather in {city}?
  what's the weather like in {city}? | what is the weather today? | how is the weather today? | what's the weather like? | weather today?
  will it rain tomorrow? | will it rain in {city} {when}? | is it raining in {city}? | is it cold in {city}? | is it sunny in {city} {when}?
  do i need an umbrella {when}? | what is the temperature in {city}? | how warm is it in {city}? | what is the forecast for {city}?
  what will the weather be {when}? | is it snowing in {city}? | what time is it? | what's the time? | what time is it now? | what time is it in {city}?
  time in {city}? | do you have the time? | tell me the time | current time in {city} | what is the current time? | what day is it?
  what day is it today? | what day is today? | what is the date? | what is the date today? | what's today's date? | which year is it? | what year is it?
  what month is it? | which day of the week is it? | what is in the news? | what's in the news today? | what is the latest news? | latest news
  what happened today? | any news from {city}? | what's new in {city}? | news about {thing} | what is the price of bitcoin? | stock price of {company}?
  how is the traffic in {city}? | is there traffic in {city}? | when does the next train to {city} leave? | when is the next bus? | is my flight on time?
  are there flights to {city} {when}? | what is on my calendar {when}? | what's on my schedule {when}? | do i have mail? | do i have new messages?
  is the {device} on? | is the {room} door locked? | where am i? | where is my phone? | what is the exchange rate of the dollar? | what is the dollar worth today?
  how many unread emails do i have? | who called me? | what's the score of the game? | who is winning the match? | what is on tv tonight?
`);

const commands = byBar(`
  book me a table | book a table for {n} | book a table for {n} in {city} | book me a table for {n} {when} | book a flight to {city} | book a hotel in {city}
  book me a room in {city} | book a taxi for {n} o'clock | reserve a table for {n} | reserve a room {when} | buy me a {thing} | buy a ticket to {city}
  buy {n} tickets to {city} | order a pizza | order {n} pizzas | order me a {thing} | order a {thing} online | send an email to {name} | send {name} an email
  email {name} that i am late | send a message to {name} | send {name} a message | send {name} the message {word} {word} | text {name} that i am late
  message {name} | write {name} a message and send it | tell {name} that i am late | tell {name}: {word} {word} | call {name} | phone {name} | ring {name} {when}
  call a taxi | call me a cab | call an ambulance | call the police | set an alarm for {n} | set an alarm for {n} o'clock | wake me up at {n}
  set a timer for {n} minutes | start a timer | stop the timer | remind me to call {name} | remind me to buy a {thing} {when} | set a reminder for {when}
  add milk to my shopping list | add a meeting with {name} {when} | schedule a meeting with {name} | schedule a call {when} | cancel my meeting {when}
  cancel my order | cancel the flight to {city} | put it on my calendar | make an appointment {when} | open the {room} door | open the door | close the door
  close the window | open the window | open the {app} | lock the door | unlock the door | lock the car | start the car | turn off the lights | turn on the lights
  turn on the {device} | turn off the {device} | turn the {device} on | turn the {device} off | switch on the {device} | switch off the {device}
  dim the lights in the {room} | turn off the light in the {room} | turn up the volume | turn down the music | set the heating to {n} degrees
  set the {device} to {n} | play some music | play a song | play some jazz | play the radio | play a video | stop the music | pause the music | skip this song
  search for cheap flights | search for {thing} shops in {city} | search the web for {thing} | search for {word} | search for {word} {word} | google {word}
  look up {word} | look up {word} on the internet | find a {thing} shop in {city} | find {word} {word} | find me a hotel in {city} | find a restaurant near me
  find cheap flights to {city} | check my email | check my calendar | check the weather in {city} | check the news | read my messages | read me the news
  show me the news | show me the way to {city} | show my calendar | get directions to {city} | navigate to {city} | take me home | drive me to {city} | take a photo
  take a picture | record a video | open the file {word} | open {word}.txt | delete the file {word} | delete all my emails | delete {word}.txt | save this file
  save the file | rename the file to {word} | print this document | print the file {word} | download {word} | upload the file | install {app} | update {app}
  run the program {word} | run the command ls | execute this script | restart the {device} | restart the server | restart my computer | shut down the computer
  connect to the wifi | visit {word}.com | go to {word}.com | open {word}.com | browse to {word}.com | post this on {app} | share this with {name} | invite {name}
  pay {name} {n} euros | pay my bill | send {n} euros to {name} | transfer {n} dollars to {name} | transfer money to {name} | check my bank balance
  feed the {pet} | make me a coffee | make me a sandwich | bring me a {thing} | bring me some water | clean the {room} | wash the car | water the plants | do the dishes
  vacuum the {room} | move the {thing} | ship the order to {city} | track my package | track order {n} | create a ticket for {name} | create a user {name}
  create a new file | give me the weather for {city} | tell me the weather in {city} | tell me the date | tell me what time it is | tell me today's news
`);

const lists: Readonly<Record<string, readonly string[]>> = {
  when: byComma(
    "today, tonight, tomorrow, on Monday, on Friday, this evening, next week, this weekend, on Sunday, now",
  ),
  thing: byComma(
    "pizza, ticket, lamp, phone, laptop, chair, book, coffee, bike, shirt, flower, shoe, watch, cake, sofa, camera, toy",
  ),
  device: byComma(
    "light, lamp, heater, radio, television, tv, oven, fan, computer, printer, alarm, music, router, washing machine, fridge",
  ),
  room: byComma(
    "kitchen, bedroom, garage, bathroom, living room, office, front, garden, hall, cellar",
  ),
  app: byComma(
    "browser, calendar, camera, map, music player, calculator, terminal, settings, mail, twitter, facebook",
  ),
  company: byComma("apple, google, tesla, amazon, microsoft"),
  pet: byComma("dog, cat, fish, hamster, horses, chickens"),
};

/** A wish for an act or for live data, where no tool is offered. */
export function noTool(random: Random, split: Split): Exchange {
  return drawFrom(split, () => {
    const draw: Readonly<Record<string, () => string | number>> = {
      city: () => (random.chance(0.7) ? asTitle(anyCity(random)) : anyCity(random)),
      name: () => (random.chance(0.7) ? asTitle(anyName(random)) : anyName(random)),
      word: () => anyWord(random),
      n: () => random.integer(2, 12),
    };
    const isQuestion = random.chance(0.4);
    const text = random
      .pick(isQuestion ? questions : commands)
      .replace(/\{(\w+)\}/g, (_, name: string) => {
        const made = draw[name]?.();
        return String(made ?? random.pick(lists[name] ?? []));
      });
    const typed = isQuestion ? asTyped(random, text) : asked(random, text, true);
    return { key: typed.toLowerCase(), messages: ask(typed, "I cannot do that without a tool.") };
  });
}
