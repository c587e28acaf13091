import { family, type Family } from "../family.ts";

/** Weather, time, alarms and days. */
export const weatherAndTime: readonly Family[] = [
  family("weather", {
    names:
      "get_weather get_weather get_current_weather weather current_weather weather_lookup check_weather fetch_weather",
    slots: {
      place: "city city|city|location|place|town",
      "day?": "day day|date|when",
      "unit?": "unit unit|units",
    },
    says: `
      what's the weather in {place}?
      (what is|what's) the weather (like |)in {place}?
      how is the weather in {place}?
      how's the weather in {place} (today|right now|now)?
      ~weather in {place}?
      ~weather in {place}
      ~{place} weather
      ~weather {place}
      ~{place}: weather?
      what is the weather like in {place} {day}?
      what will the weather be (like |)in {place} {day}?
      how will the weather be {day} in {place}?
      will it rain in {place}?
      will it rain in {place} {day}?
      is it (raining|sunny|cold|warm|hot) in {place}?
      do I need (an umbrella|a coat|a jacket) in {place}?
      could you check what the weather's like in {place} {day}?
      can you check the weather in {place}?
      (check|get|show|look up|tell me|give me) the weather (in|for) {place}
      (check|get|show|look up) the weather for {place} {day}
      ~I'm going to {place}, what's the weather there?
      ~I want to know the weather in {place}
      ~I'd like the weather for {place}
      tell me what the weather is like in {place}
      what's the weather in {place} in {unit}?
      get the weather for {place} in {unit}
      how (hot|cold|warm) is it in {place}?
      what's the temperature in {place}?
      what is the temperature in {place} in {unit}?`,
    takesLists: true,
    gives: "temp=degrees sky=sky",
  }),
  family("weather", {
    names: "get_forecast weather_forecast forecast get_weather_forecast",
    slots: { place: "city city|location|place|region", "days?": "few days|count|number_of_days" },
    says: `
      what's the forecast for {place}?
      what is the (weather |)forecast (for|in) {place}?
      (get|show|give me|tell me|fetch) the forecast for {place}
      ~forecast for {place}
      ~forecast {place} {days} days
      what will the weather be like in {place} over the next {days} days?
      (get|show|give me) the {days} day forecast for {place}
      (get|show|give me) a forecast of {days} days for {place}
      ~I need the forecast for {place} for {days} days
      can you give me the forecast for {place} for the next {days} days?`,
    takesLists: true,
    gives: "high=degrees low=few sky=sky",
  }),
  family("time", {
    names: "get_time current_time get_current_time world_clock time_in local_time",
    slots: { place: "city city|location|place|timezone|zone" },
    says: `
      what time is it in {place}?
      what's the time in {place}?
      what is the (current|local) time in {place}?
      what time is it (now|right now) in {place}?
      ~time in {place}?
      ~time in {place}
      ~{place} time
      (tell me|give me|check|get|show) the time in {place}
      can you tell me the time in {place}?
      do you know what time it is in {place}?
      how late is it in {place}?
      ~I need the time in {place}
      ~I have a call with someone in {place}, what time is it there?`,
    takesLists: true,
    gives: "time=clock",
  }),
  family("sunrise", {
    names: "get_sunrise sunrise_time sun_times",
    slots: { place: "city city|location|place", "day?": "day day|date" },
    says: `
      when does the sun rise in {place}?
      when is sunrise in {place}?
      what time is sunrise in {place} {day}?
      ~sunrise in {place}
      (tell me|look up|get) the sunrise (time |)for {place}
      (tell me|look up|get) the sunrise in {place} {day}
      at what time does the sun come up in {place}?`,
    takesLists: true,
    gives: "sunrise=clock",
  }),
  family("alarm", {
    names: "set_alarm create_alarm alarm add_alarm",
    slots: {
      time: "clock time|at|clock",
      "day?": "day day|date",
      "label?": "title label|name|note",
    },
    says: `
      set an alarm for {time}
      set (an|my) alarm (for|at) {time}
      wake me (up |)at {time}
      wake me up at {time} {day}
      set an alarm for {time} {day}
      (create|make|add) an alarm (at|for) {time}
      ~I need an alarm for {time}
      ~I want to get up at {time}
      ~alarm {time}
      ~alarm at {time}
      can you set an alarm for {time}?
      can you wake me at {time} {day}?
      set an alarm for {time} called {label}
      set an alarm at {time} with the label {label}
      {time} alarm please`,
  }),
  family("alarm", {
    names: "cancel_alarm delete_alarm remove_alarm",
    slots: { time: "clock time|at|alarm" },
    says: `
      (cancel|delete|remove|turn off) the {time} alarm
      (cancel|delete|remove) my alarm (for|at) {time}
      can you cancel the alarm at {time}?
      ~I don't need the {time} alarm
      get rid of the alarm at {time}`,
  }),
  family("timer", {
    names: "set_timer start_timer create_timer timer",
    slots: { time: "span duration|time|length|for", "label?": "title label|name" },
    says: `
      set a timer for {time}
      (start|set|create) a {time} timer
      (start|set) a timer (for|of) {time}
      ~timer {time}
      ~{time} timer
      ~timer for {time}
      count down {time}
      ~I need a timer for {time}
      can you set a timer for {time}?
      can you start a {time} timer?
      let me know when {time} are over
      set a timer for {time} called {label}
      start a {time} timer named {label}`,
  }),
  family("timer", {
    names: "set_timer start_timer timer",
    slots: { time: "many minutes|duration_minutes|mins" },
    says: `
      set a timer for {time} minutes
      (start|set|create) a {time} minute timer
      ~timer {time} minutes
      ~timer for {time} minutes
      ~{time} min timer
      count down {time} minutes
      ~I need a {time} minute timer
      can you time {time} minutes for me?
      how about a timer of {time} minutes?`,
  }),
  family("dates", {
    names: "days_until count_days days_between date_diff",
    slots: { end: "date date|end|until|to" },
    says: `
      how many days (are left |are there |)until {end}?
      how many days are left till {end}?
      how long is it (until|till) {end}?
      count the days (until|till|to) {end}
      ~days until {end}
      ~days left till {end}
      (tell me|work out) how many days it is to {end}`,
    takesLists: true,
    gives: "days=many",
  }),
  family("holiday", {
    names: "get_holidays list_holidays holidays public_holidays",
    slots: { place: "country country|region", "year?": "year year" },
    says: `
      what are the (public |)holidays in {place}?
      which holidays does {place} have in {year}?
      (list|show|get|find) the holidays (of|in|for) {place}
      (list|show|get) the {year} holidays for {place}
      ~holidays in {place} {year}
      ~holidays in {place}
      when are the holidays in {place}?`,
    takesLists: true,
  }),
];
