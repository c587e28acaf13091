import { family, type Family } from "../family.ts";

/** Flights, hotels, tables, routes and taxis. */
export const travel: readonly Family[] = [
  family("flight", {
    names: "book_flight reserve_flight flight_booking buy_flight",
    slots: {
      "from?": "city from|origin|departure",
      to: "city to|destination|city",
      "day?": "day date|day|when",
    },
    says: `
      book a flight to {to}
      book me a flight to {to}
      book a flight from {from} to {to}
      book a flight from {from} to {to} {day}
      book a flight to {to} {day}
      book a flight to {to} from {from}
      (reserve|get me|buy me) a flight to {to} {day}
      (reserve|get me|buy me) a flight to {to}
      ~I want to fly to {to}
      ~I want to fly to {to} {day}
      ~I want to fly from {from} to {to} {day}
      ~I need a flight from {from} to {to}
      ~I need a flight to {to} {day}
      ~I'd like to fly from {from} to {to}
      ~flight {from} to {to}
      ~flight from {from} to {to}, {day}
      fly me to {to}
      can you book me a flight to {to} {day}?
      can you get me on a plane from {from} to {to}?`,
  }),
  family("flight", {
    names: "search_flights find_flights flight_search",
    slots: { from: "city from|origin", to: "city to|destination", "day?": "day date|day" },
    says: `
      (find|search|show|look for|list) flights from {from} to {to}
      (find|search|show|look for) flights from {from} to {to} {day}
      are there flights from {from} to {to}?
      are there any flights from {from} to {to} {day}?
      which flights go from {from} to {to}?
      ~flights {from} to {to}
      ~flights from {from} to {to} {day}
      how can I fly from {from} to {to}?
      what flights are there to {to} from {from}?`,
    gives: "flight=id price=many",
  }),
  family("flight status", {
    names: "flight_status get_flight_status track_flight check_flight",
    slots: { flight: "id flight|flight_number|number|flight_id" },
    says: `
      what's the status of flight {flight}?
      is flight {flight} (on time|late|delayed)?
      (check|track|look up|get) flight {flight}
      (check|get|show) the status of flight {flight}
      when does flight {flight} land?
      where is flight {flight}?
      ~flight {flight} status
      has {flight} landed?`,
    takesLists: true,
    gives: "status=status delay=few",
  }),
  family("hotel", {
    names: "book_hotel reserve_hotel hotel_booking book_room",
    slots: {
      place: "city city|location|place",
      "nights?": "few nights|days|night_count",
      "day?": "day date|check_in|from",
    },
    says: `
      book a hotel in {place}
      book a (hotel|room) in {place} for {nights} nights
      (reserve|get me|find me) a hotel in {place}
      (reserve|get me) a room in {place} for {nights} nights
      ~I need a hotel in {place}
      ~I need a (room|hotel) in {place} for {nights} nights
      ~I want to stay in {place} for {nights} nights
      ~I'm staying in {place} for {nights} nights, book a hotel
      book a hotel in {place} {day}
      book a room in {place} for {nights} nights from {day}
      book {nights} nights in {place}
      ~hotel in {place}, {nights} nights
      can you book me a hotel in {place}?
      can you reserve {nights} nights in {place}?`,
  }),
  family("table", {
    names: "book_table reserve_table book_restaurant make_reservation restaurant_booking",
    slots: {
      where: "company restaurant|place|name|venue",
      "people?": "few people|guests|party_size|seats",
      "time?": "clock time|at",
    },
    says: `
      book a table at {where}
      book a table for {people} at {where}
      book a table for {people} at {where} at {time}
      book a table at {where} for {time}
      (reserve|get) a table at {where}
      (reserve|get) a table for {people} people at {where}
      (make|get) a reservation at {where} for {people}
      (make|get) a reservation at {where} for {people} at {time}
      (make|get) a reservation at {where}
      ~I want to eat at {where} at {time}
      ~we are {people} people and want to eat at {where}
      ~table for {people} at {where}
      ~dinner at {where} for {people} at {time}
      can you get us a table at {where}?
      can you book {where} for {people} people?`,
  }),
  family("restaurant", {
    names: "find_restaurants search_restaurants restaurant_search find_restaurant",
    slots: { place: "city city|location|near", "kind?": "food cuisine|food|type" },
    says: `
      find a restaurant in {place}
      (find|show|list|search) restaurants in {place}
      (find|show) {kind} restaurants in {place}
      where can I eat in {place}?
      where can I (get|eat) {kind} in {place}?
      ~I'd like to eat {kind} in {place}
      ~restaurants in {place}
      ~{kind} places in {place}
      what are good restaurants in {place}?
      which restaurants in {place} have {kind}?`,
    gives: "name=company stars=few",
  }),
  family("route", {
    names: "get_directions directions get_route plan_route route navigate",
    slots: {
      from: "city from|origin|start",
      to: "city to|destination|end",
      "by?": "transport mode|by|transport",
    },
    says: `
      how do I get from {from} to {to}?
      (get|show|give me|find) directions from {from} to {to}
      (get|show|plan|find) (a|the) route from {from} to {to}
      what's the (best |fastest |)way from {from} to {to}?
      take me from {from} to {to}
      navigate from {from} to {to}
      ~route from {from} to {to}
      ~directions {from} to {to}
      how do I get from {from} to {to} by {by}?
      show the way from {from} to {to} by {by}
      plan a trip from {from} to {to} by {by}
      ~I want to go from {from} to {to} by {by}
      can you tell me how to get to {to} from {from}?`,
    gives: "minutes=many",
  }),
  family("distance", {
    names: "get_distance distance distance_between calculate_distance",
    slots: { from: "city from|origin|a|start", to: "city to|destination|b|end" },
    says: `
      how far is it from {from} to {to}?
      how far is {from} from {to}?
      how far (apart |)are {from} and {to}?
      what's the distance (between|from) {from} and {to}?
      (get|find|tell me|calculate|work out) the distance from {from} to {to}
      (get|find|tell me|calculate) the distance between {from} and {to}
      ~distance {from} to {to}
      ~distance between {from} and {to}
      how many (km|miles) is it from {from} to {to}?`,
    gives: "km=many",
  }),
  family("taxi", {
    names: "book_taxi call_taxi request_ride order_taxi order_ride get_cab",
    slots: {
      "from?": "company from|pickup|pickup_location",
      to: "company to|destination|dropoff",
      "time?": "clock time|at|pickup_time",
    },
    says: `
      (call|book|order|get) a taxi to {to}
      (call|book|order|get) me a (cab|ride|taxi) to {to}
      (book|order) a taxi from {from} to {to}
      (book|order) a taxi to {to} at {time}
      ~I need a (taxi|cab|ride) to {to}
      ~I need a (taxi|cab|ride) from {from} to {to}
      ~I need a taxi from {from} to {to} at {time}
      ~taxi to {to}
      ~taxi from {from} to {to}
      can you get me a taxi to {to}?
      can you order a ride from {from} to {to} for {time}?`,
  }),
  family("train", {
    names: "find_trains train_times next_train get_trains",
    slots: {
      from: "city from|start|origin|station",
      to: "city to|destination|end",
      "time?": "clock after|time|at",
    },
    says: `
      when does the next train from {from} to {to} leave?
      when is the next train from {from} to {to}?
      (find|show|list|get) trains from {from} to {to}
      (find|show) trains from {from} to {to} after {time}
      ~trains {from} to {to}
      ~next train from {from} to {to}
      is there a train from {from} to {to} at {time}?
      which trains go from {from} to {to}?
      ~I want to take the train from {from} to {to}`,
    gives: "train=id time=clock",
  }),
  family("car", {
    names: "rent_car book_car car_rental",
    slots: { place: "city city|location|pickup", days: "few days|duration|day_count" },
    says: `
      rent a car in {place} for {days} days
      (book|get|hire) a car in {place} for {days} days
      ~I need a car in {place} for {days} days
      ~{days} days with a car in {place}
      can you rent me a car for {days} days in {place}?
      ~rental car in {place}, {days} days`,
  }),
];
