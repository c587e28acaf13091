import { describe, expect, test } from "vitest";
import { reactionOf } from "./emoji.ts";

describe("names are those of the Python package emoji 2.14", () => {
  test.each([
    ["👍", ":thumbs_up:"],
    ["👍🏽", ":thumbs_up_medium_skin_tone:"],
    ["👍🏿", ":thumbs_up_dark_skin_tone:"],
    ["🧔🏼‍♂️", ":man_medium-light_skin_tone_beard:"],
    ["👩🏾‍🦰", ":woman_medium-dark_skin_tone_red_hair:"],
    ["🕵🏻‍♀", ":woman_detective_light_skin_tone:"],
    ["👨‍👩‍👧‍👦", ":family_man_woman_girl_boy:"],
    ["❤️", ":red_heart:"],
    ["❤", ":red_heart:"],
    ["❤️‍🔥", ":heart_on_fire:"],
    ["👁‍🗨️", ":eye_in_speech_bubble:"],
    ["#️⃣", ":keycap_#:"],
    ["1⃣", ":keycap_1:"],
    ["🇩🇪", ":Germany:"],
    ["🇨🇮", ":Côte_d’Ivoire:"],
    ["🏴󠁧󠁢󠁷󠁬󠁳󠁿", ":Wales:"],
    ["🏳️‍🌈", ":rainbow_flag:"],
    ["🏴‍☠️", ":pirate_flag:"],
    ["🅰️", ":A_button_(blood_type):"],
    ["🈁", ":Japanese_here_button:"],
    ["🕜", ":one-thirty:"],
    ["©️", ":copyright:"],
    ["🚶🏽‍♀️‍➡️", ":woman_walking_facing_right_medium_skin_tone:"],
    ["🧑🏿‍🤝‍🧑🏿", ":people_holding_hands_dark_skin_tone:"],
    ["🫱🏻‍🫲🏿", ":handshake_light_skin_tone_dark_skin_tone:"],
    ["👩🏻‍❤️‍💋‍👨🏻", ":kiss_woman_man_light_skin_tone:"],
    ["🧑🏻‍❤️‍🧑🏿", ":couple_with_heart_person_person_light_skin_tone_dark_skin_tone:"],
  ])("%s is %s", (emoji, alias) => {
    expect(reactionOf(emoji)).toMatchObject({ emoji, alias });
  });
});

test.each([
  ["👍🏽", "👍", ":thumbs_up:"],
  ["🕵🏻‍♀️", "🕵‍♀️", ":woman_detective:"],
  ["👩🏽‍🤝‍👨🏿", "👩‍🤝‍👨", ":woman_and_man_holding_hands:"],
  ["🇫🇷", "🇫🇷", ":France:"],
])("%s without tones is %s", (emoji, detoned, detoned_alias) => {
  expect(reactionOf(emoji)).toMatchObject({ detoned, detoned_alias });
});

test.each([
  ["nothing", ""],
  ["a letter", "a"],
  ["a digit", "1"],
  ["two emoji", "👍👍"],
  ["two flags", "🇩🇪🇫🇷"],
  ["half a flag", "🇩"],
  ["an emoji and a blank", "👍 "],
  ["a name", ":thumbs_up:"],
  ["a skin tone", "🏽"],
  ["a tone on what has none", "🚗🏽"],
  ["two tones on one", "👍🏽🏽"],
  ["too many variants", "👍\ufe0f"],
  ["the text form", "❤\ufe0e"],
  ["a joiner", "\u200d"],
  ["a variant", "\ufe0f"],
  ["half an emoji", "\ud83d"],
  ["a million emoji", "👍".repeat(1_000_000)],
])("%s is no emoji", (_, text) => expect(reactionOf(text)).toBeUndefined());
