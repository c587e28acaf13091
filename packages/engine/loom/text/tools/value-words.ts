const listed = (text: string): readonly string[] =>
  text
    .trim()
    .split(/,\s+/)
    .map((entry) => entry.trim());

/** The names of the lists. */
export type ValueList =
  | "moreCities"
  | "countries"
  | "days"
  | "months"
  | "surnames"
  | "rooms"
  | "doers"
  | "things"
  | "texts"
  | "titles"
  | "topics"
  | "products"
  | "foods"
  | "songs"
  | "films"
  | "genres"
  | "currencies"
  | "units"
  | "languages"
  | "teams"
  | "services"
  | "environments"
  | "tables"
  | "files"
  | "extensions"
  | "folders"
  | "colors"
  | "devices"
  | "sensors"
  | "workouts"
  | "modes"
  | "sizes"
  | "priorities"
  | "statuses"
  | "skies"
  | "roles"
  | "reasons"
  | "transports"
  | "directions"
  | "companies"
  | "symbols";

/** What stands in requests for tools, by the kind of its place; invented words come beside most of them. */
export const valueWords: Readonly<Record<ValueList, readonly string[]>> = {
  moreCities: listed(
    `amsterdam, beijing, bangkok, barcelona, bogota, brussels, budapest, copenhagen, dakar, dhaka, florence, hanoi,
    havana, helsinki, istanbul, jakarta, kampala, karachi, krakow, kuala lumpur, lagos, lyon, manila, marseille,
    melbourne, miami, montreal, moscow, naples, osaka, phoenix, porto, quito, reykjavik, riga, rio de janeiro, santiago,
    seattle, shanghai, singapore, sofia, stockholm, tallinn, tehran, turin, valencia, vancouver, warsaw, washington`,
  ),
  countries: listed(
    `france, germany, japan, brazil, india, china, kenya, spain, italy, canada, mexico, norway, peru, egypt, chile,
    poland, portugal, sweden, turkey, greece, ireland, iceland, cuba, nepal, finland, austria, denmark, morocco`,
  ),
  days: listed(
    `today, tomorrow, tonight, monday, tuesday, wednesday, thursday, friday, saturday, sunday, Monday, Tuesday,
    Wednesday, Thursday, Friday, Saturday, Sunday, next week, next monday, next Friday, this weekend, yesterday`,
  ),
  months: listed(
    `January, February, March, April, May, June, July, August, September, October, November, December`,
  ),
  surnames: listed(
    `Weber, Smith, Jones, Garcia, Kim, Novak, Rossi, Silva, Lee, Brown, Costa, Moreau, Berg, Tanaka, Patel, Young`,
  ),
  rooms: listed(
    `kitchen, bedroom, living room, bathroom, hallway, garage, office, attic, basement, garden, dining room, nursery,
    study, guest room, porch, balcony, hall, cellar, meeting room, lobby, front door, back door, terrace, laundry`,
  ),
  doers: listed(
    `buy, call, clean, water, wash, fix, paint, read, write, send, check, cook, feed, pay, order, return, visit, finish,
    print, pack, review, renew, cancel, email, book, pick up, take out, tidy, test, move, sell, update, prepare`,
  ),
  things: listed(
    `milk, bread, mom, dad, the plants, the car, the dog, the cat, the bill, the rent, the report, the kitchen, the dentist,
    flowers, eggs, the doctor, the laundry, the slides, the invoice, the passport, dinner, the trash, the bike, coffee,
    the team, grandma, the bank, a gift, tickets, the garage, the windows, the budget, the letter, batteries, the roof`,
  ),
  texts: listed(
    `hello, I am late, see you at 5, the meeting is moved, call me back, happy birthday, dinner is ready, good luck,
    thanks for the help, on my way, are you coming, the package arrived, where are you, lunch at noon, well done,
    I will be there soon, please bring snacks, we won, the build is green, see you tomorrow, the server is down,
    can we talk, running ten minutes late, the keys are on the table, great work, good night, do not wait for me`,
  ),
  titles: listed(
    `quarterly report, team lunch, standup, budget review, doctor visit, project kickoff, yoga class, birthday party,
    design review, board meeting, login broken, page is slow, payment fails, printer jam, typo on home page, interview,
    sprint planning, parent evening, piano lesson, crash on start, dentist appointment, the quarterly report, shopping list,
    meeting notes, travel plan, weekly sync, dark mode, password too short, movie night, coffee with Anna, demo day`,
  ),
  topics: listed(
    `climate change, deep learning, black holes, solar panels, cheap flights, electric cars, old castles, space travel,
    coffee beans, board games, ancient rome, machine learning, french cooking, wild birds, rust programming, jazz history,
    football, the moon landing, vegan food, house plants, remote work, quantum computers, bees, volcanoes, elections,
    technology, health, science, business, art, music, chess openings, garden tools, winter boots, typescript generics`,
  ),
  products: listed(
    `laptop, headphones, red shoes, running shoes, coffee machine, phone case, blue shirt, winter jacket, desk lamp, keyboard,
    mouse, monitor, backpack, water bottle, bike helmet, toaster, notebook, pencils, sunglasses, usb cable, office chair,
    tent, yoga mat, camera, umbrella, wallet, watch, green tea, socks, printer paper, gloves, blender, guitar, vase`,
  ),
  foods: listed(
    `pizza, apple, banana, rice, pasta, burger, salad, chicken soup, sushi, tacos, pancakes, lasagna, curry, tofu, bread,
    cheese, avocado, chocolate cake, tomato soup, eggs, salmon, noodles, ramen, potatoes, mushrooms, lentils, oats, spinach`,
  ),
  songs: listed(
    `Blue Moon, Yesterday, Let It Be, Hello, Imagine, Moon River, Summertime, Thriller, Hey Jude, Purple Rain, Clair de Lune,
    Silent Night, Take Five, River, Stormy Weather, Dancing Queen, Perfect Day, So What, Jolene, Waterloo, rain song`,
  ),
  films: listed(
    `Alien, Jaws, Up, Frozen, Metropolis, Casablanca, Inception, The Matrix, Toy Story, Amelie, Vertigo, Dune, Rocky,
    The Hobbit, Emma, Moby Dick, Dracula, Treasure Island, War and Peace, Little Women, The Trial, Ulysses, Solaris`,
  ),
  genres: listed(
    `jazz, rock, pop, classical, comedy, drama, horror, techno, blues, folk, metal, western, reggae, soul, disco, ambient`,
  ),
  currencies: listed(
    `USD, EUR, GBP, JPY, CHF, CAD, AUD, INR, CNY, SEK, usd, eur, gbp, dollars, euros, yen, pounds, pesos, francs`,
  ),
  units: listed(
    `km, miles, meters, feet, inches, cm, kg, pounds, grams, ounces, liters, gallons, celsius, fahrenheit, hours, minutes, yards, cups`,
  ),
  languages: listed(
    `french, german, spanish, italian, japanese, French, German, Spanish, Italian, Portuguese, Korean, Polish, Dutch, Greek,
    Turkish, Arabic, swahili, Latin, Finnish, english, English, Chinese, Hindi`,
  ),
  teams: listed(
    `Lions, Tigers, Eagles, Arsenal, Barcelona, Lakers, Bulls, Ajax, Celtics, Yankees, Juventus, Bayern, Bears, Giants, Hawks`,
  ),
  services: listed(
    `api, web, auth, billing, search, payments, gateway, worker, database, cache, mail, frontend, backend, scheduler, proxy,
    web-01, db-2, cache-3, api-gateway, node-7, checkout, inventory, reports, login`,
  ),
  environments: listed(`staging, production, test, dev, prod, preview, qa`),
  tables: listed(
    `users, orders, customers, products, invoices, events, sessions, payments, items, logs, employees, books`,
  ),
  files: listed(
    `notes, report, data, readme, todo, config, main, index, photo, budget, letter, draft, log, results, list, invoice, plan`,
  ),
  extensions: listed(`txt, md, csv, json, pdf, ts, py, log, yaml, png, html, docx`),
  folders: listed(
    `src, docs, home, tmp, data, photos, music, projects, etc, backup, work, reports`,
  ),
  colors: listed(
    `red, blue, green, yellow, white, warm white, purple, orange, pink, black, silver, teal, brown, grey, dark blue`,
  ),
  devices: listed(
    `lamp, tv, fan, heater, oven, radio, speaker, dishwasher, kettle, printer, camera, robot, vacuum, desk lamp, coffee machine,
    air conditioner, washing machine, router, projector, thermostat, sprinkler, pump, drone, boiler, humidifier`,
  ),
  sensors: listed(
    `temperature, humidity, pressure, co2, light, motion, smoke, water level, noise, battery, soil, wind, door, s1, s12, t-4`,
  ),
  workouts: listed(
    `running, yoga, swimming, cycling, rowing, squats, push-ups, walking, pilates, boxing, a run, weights`,
  ),
  modes: listed(
    `eco, auto, sleep, turbo, silent, night, away, manual, fast, slow, normal, cool, heat, party`,
  ),
  sizes: listed(`small, medium, large, S, M, L, XL, tiny, huge`),
  priorities: listed(`low, medium, high, urgent, critical, normal`),
  statuses: listed(`open, closed, pending, active, done, archived, new, blocked, shipped, paid`),
  skies: listed(`rain, sunny, cloudy, snow, clear, fog, windy, storm, overcast, light rain`),
  roles: listed(`admin, editor, viewer, owner, guest, manager, member, developer`),
  reasons: listed(
    `damaged, too late, wrong size, not needed, sick, travel, duplicate, broken, too small, too expensive`,
  ),
  transports: listed(`car, bike, train, bus, foot, taxi, tram, ferry, plane`),
  directions: listed(`left, right, forward, back, up, down, north, south, east, west`),
  companies: listed(
    `Acme, Globex, Initech, Umbra, Nordwind, Apple, Tesla, Siemens, Nestle, Toyota, Sony, Nokia, Volvo, Lumen`,
  ),
  symbols: listed(
    `AAPL, TSLA, MSFT, GOOG, AMZN, NFLX, IBM, SAP, NVDA, INTC, ORCL, BABA, BMW, VOW, btc, eth, bitcoin`,
  ),
};
