import { topic, type Topic } from "./topic-words.ts";

/** What people write to the support of a shop about. */
export const supportTopics: readonly Topic[] = [
  topic("billing, billing, payment", "invoice, bill, credit card, charge, receipt, payment", [
    "I was [charged] twice",
    "my [invoice] is wrong",
    "the [bill] is too high",
    "why did I pay [twice]?",
    "my [credit card] was declined",
    "please send me a [receipt]",
  ]),
  topic(
    "shipping, shipping, delivery",
    "package, parcel, delivery, shipment, courier, tracking number",
    [
      "my [package] has not arrived",
      "where is my [parcel]?",
      "the [delivery] is late",
      "when will it be [delivered]?",
      "the [courier] went to the wrong house",
      "my [tracking number] shows nothing",
    ],
  ),
  topic("account, account, login", "password, login, username, profile, email address", [
    "I forgot my [password]",
    "I cannot [log in]",
    "please change my [username]",
    "how do I delete my [profile]?",
    "my [login] does not work",
    "I want to reset my [password]",
  ]),
  topic("technical, technical, bug", "error message, crash, bug, blank screen, installation", [
    "the app [crashes] when I open it",
    "I get an [error] on every page",
    "the page shows a blank [screen]",
    "there is a [bug] in the menu",
    "it [freezes] after a minute",
    "the button does not [respond]",
  ]),
  topic("refund, refund, returns", "refund, return label, money back guarantee", [
    "I want my [money back]",
    "I would like a [refund]",
    "how do I [return] the shoes?",
    "I want to [send back] the lamp",
    "can I [return] this?",
    "please [refund] my order",
  ]),
];
