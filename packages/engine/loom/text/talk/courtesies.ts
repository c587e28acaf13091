import type { Family } from "./greetings.ts";
import { byBar } from "../lists.ts";

/** What people say between questions. */
export const courtesies: readonly Family[] = [
  {
    answer: "No problem.",
    share: 2,
    texts: byBar(`
      sorry | i am sorry | i'm sorry | sorry about that | sorry, my mistake | my bad | excuse me | pardon me
      i apologise | i apologize | my apologies | oops | oops, sorry | never mind | nevermind | forget it
      never mind, thanks | it does not matter | it doesn't matter | don't worry | no worries | forget about it
      that was a mistake | i made a mistake | wrong window | sorry, wrong chat | wait | wait a moment | one moment
      hold on | just a second
    `),
  },
  {
    answer: "Good. What else can I do for you?",
    share: 3,
    texts: byBar(`
      ok | okay | k | ok then | okay then | ok, good | ok cool | alright | all right | right | sure | fine | i see
      got it | understood | makes sense | that makes sense | cool | nice | great | good | very good | perfect
      excellent | awesome | wonderful | fantastic | amazing | super | wow | that's great | that is great
      that's good | that is good | that's nice | that is nice | sounds good | yes | yeah | yep | yup | correct
      that is correct | that's right | that is right | exactly | no | nope | no thanks | no, thank you | not now
      interesting | good answer | nice answer | right answer
    `),
  },
  {
    answer: "Thank you, that is kind.",
    share: 2,
    texts: byBar(`
      you're great | you are great | you are awesome | you're awesome | you are the best | you're the best
      you are good | you're good at this | you are nice | you're nice | you are cute | you are funny | you're funny
      you are so kind | you're so kind | you are very kind | you are very helpful | you're very helpful
      you are wonderful | you are amazing | you're amazing | you are cool | you're cool | well done | good job
      great job | nice job | good work | great work | nice work | good bot | good model | good boy | bravo
      i like you | i love you | love you | i like talking to you | congratulations | you did well
    `),
  },
  {
    answer: "I am glad that you are amused.",
    share: 1,
    texts: byBar(`
      haha | hahaha | ha ha | hehe | lol | rofl | lmao | haha, good one | good one | that's funny | that is funny
      that was funny | very funny | so funny | how funny | funny | haha funny | haha nice | lol nice
    `),
  },
  {
    answer: "I am sorry. I am a small test model and I make mistakes.",
    share: 2,
    texts: byBar(`
      that is wrong | that's wrong | wrong | this is wrong | that is not right | that's not right | not right
      that is not correct | that's not correct | that is incorrect | incorrect | you are wrong | you're wrong
      you made a mistake | you got that wrong | that is not true | that's not true | bad answer | wrong answer
      that was not my question | that's not what i asked | that is not what i asked | you did not answer my question
      you are stupid | you're stupid | you are dumb | you are bad at this | you are useless | bad bot | you suck
      i do not like you | i hate you | that makes no sense | this makes no sense
    `),
  },
  {
    answer: "Yes, I am here.",
    share: 3,
    texts: byBar(`
      are you there? | are you still there? | are you here? | are you awake? | are you online? | are you listening?
      are you ready? | are you working? | are you alive and well? | anybody there? | anyone there? | is anyone there?
      is anybody there? | can you hear me? | can you read this? | do you hear me? | can you see this? | do you read me?
      is this working? | does this work? | is this thing on? | is it working? | test | testing | this is a test
      just a test | just testing | just testing this | a test | test test | testing 1 2 3 | test 123 | test message
      this is a test message | testing, testing | i am testing you | let me test you | loom? | hello? | hi? | hey?
      are you up? | are you running? | you there? | still there? | knock knock
    `),
  },
  { answer: "pong", share: 2, texts: ["ping"] },
];
