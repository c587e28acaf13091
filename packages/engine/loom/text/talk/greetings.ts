import { byBar } from "../lists.ts";

/** Texts that get the same answer. */
export interface Family {
  readonly answer: string;
  /** How often it is drawn. */
  readonly share: number;
  readonly texts: readonly string[];
}

const hello = "Hello! How can I help you?";

/** Greetings, thanks and farewells. */
export const greetings: readonly Family[] = [
  {
    answer: hello,
    share: 12,
    texts: ["hi", "hello", "hey"],
  },
  {
    answer: hello,
    share: 10,
    texts: byBar(`
      hi there | hello there | hey there | hi loom | hello loom | hey loom | hi bot | hello bot
      hi model | hello hello | hi hi | hiya | hi again | hello again | hey again | howdy | yo
      sup | heya | hey you | hi friend | hello friend | hello, my friend | hey buddy
      hello world | hi everyone | hello everybody | hi there loom | hey there loom
      hello dear loom | hi, loom | hello, loom | hey, loom | greetings | greetings loom
      welcome | hallo | helo | hii | hiii | heyy | heyyy | helloo | hellooo | good day
      good day to you | a good day to you | hi, good to see you | hello, i have a question
      hi, i have a question | i have a question | can i ask you something?
      may i ask a question? | can i ask a question? | hi, can you help me?
      hello, can you help me? | hey, can you help me? | i need help | i need some help
      i need your help | help me please | please help me | hi, i am new here
      hello, anyone there? | let's talk | let's chat | can we talk? | just saying hi
      just saying hello | i want to talk to you
    `),
  },
  {
    answer: "Good morning! How can I help you?",
    share: 3,
    texts: byBar(`
      good morning | good morning loom | good morning, loom | good morning to you
      hi, good morning | hello, good morning | hello and good morning | morning
      good morning everyone | a very good morning
    `),
  },
  {
    answer: "Good afternoon! How can I help you?",
    share: 2,
    texts: byBar(`
      good afternoon | good afternoon loom | good afternoon, loom | hi, good afternoon
      hello, good afternoon | good afternoon to you
    `),
  },
  {
    answer: "Good evening! How can I help you?",
    share: 2,
    texts: byBar(`
      good evening | good evening loom | good evening, loom | hi, good evening
      hello, good evening | good evening to you | evening
    `),
  },
  {
    answer: "Good night!",
    share: 2,
    texts: byBar(`
      good night | good night loom | good night, loom | goodnight | thanks and good night
      night night | sleep well | sweet dreams | i am going to bed | i'm off to bed
    `),
  },
  {
    answer: "I am fine, thank you.",
    share: 6,
    texts: byBar(`
      how are you? | how are you today? | how are you doing? | how are you doing today?
      how are you feeling? | how are you feeling today? | how do you do? | how do you feel?
      how do you feel today? | how is it going? | how's it going? | how are things?
      how is life? | how's life? | how have you been? | how was your day? | how is your day?
      how's your day going? | are you ok? | are you okay? | are you well? | are you fine?
      are you doing well? | is everything ok? | all good? | everything all right? | what's up?
      what is up? | whats up? | wassup? | how r u? | how are u? | you ok? | you good? | and you?
      and how are you? | i am fine, and you? | i'm good, how are you? | hope you are well
      i hope you are well | i hope you are doing well | {hello}, how are you?
      {hello} how are you? | {hello}, how are you today? | {hello}, how are you doing?
      {hello}, how is it going? | {hello}! how are you? | {hello}! how are you doing today?
      {hello}, what's up? | {hello}. how are you?
    `),
  },
  {
    answer: "You are welcome!",
    share: 5,
    texts: byBar(`
      thank you | thanks | thanks a lot | thank you very much | thank you so much | many thanks
      thanks so much | thanks again | thank you again | thx | ty | cheers | thanks loom
      thank you loom | thank you, loom | thanks, loom | thanks for your help
      thank you for your help | thanks for the help | thank you for helping me | thanks for that
      thank you for the answer | ok thanks | ok, thank you | okay, thanks | great, thanks
      great, thank you | cool, thanks | perfect, thank you | perfect, thanks | nice, thanks
      good, thanks | thank you kindly | i appreciate it | i appreciate your help
      much appreciated | that was helpful, thank you | that helped, thanks | you helped me a lot
      thanks a million | thank you, that is all | thanks, that's all
    `),
  },
  {
    answer: "Goodbye!",
    share: 5,
    texts: byBar(`
      bye | goodbye | good bye | bye bye | bye loom | goodbye loom | goodbye, loom | bye for now
      see you | see you later | see you soon | see you tomorrow | see you around
      see you next time | see ya | cya | later | talk to you later | talk later
      until next time | until tomorrow | take care | farewell | have a nice day
      have a good day | have a great day | have a good one | have a nice evening
      have a good weekend | i have to go | i have to go now | i must go now | i need to go
      i am leaving | i'm leaving now | gotta go | thanks, bye | thank you and goodbye
      thanks and goodbye | ok bye | ok, goodbye | that's all, bye | that is all for today
      so long
    `),
  },
  {
    answer: "Nice to meet you too!",
    share: 2,
    texts: byBar(`
      nice to meet you | nice to meet you, loom | nice to meet you loom | pleased to meet you
      it is nice to meet you | it's nice to meet you | good to meet you | glad to meet you
      great to meet you | a pleasure to meet you | it is a pleasure to meet you
      {hello}, nice to meet you | nice talking to you | it was nice talking to you
    `),
  },
];
