import type { Random } from "../random.ts";
import { inventedWord } from "../words.ts";
import { byComma } from "../lists.ts";

const lists: Readonly<Record<string, readonly string[]>> = {
  country: byComma(`
    France, Spain, Italy, Germany, Portugal, Greece, Norway, Sweden, Finland, Denmark, Poland, Austria, Hungary, Ireland,
    Scotland, England, Japan, China, India, Brazil, Canada, Mexico, Egypt, Kenya, Nigeria, Peru, Chile, Iceland, Australia,
    New Zealand, Belgium, Argentina, Turkey, Russia, Ukraine, Romania, Bulgaria, Croatia, Serbia, Switzerland, Thailand,
    Vietnam, Indonesia, South Korea, South Africa, Morocco, Algeria, Ghana, Ethiopia, Iran, Iraq, Israel, Pakistan, Nepal,
    Mongolia, Cuba, Jamaica, Colombia, Bolivia, Venezuela, the Netherlands, the United States, the UK, the Philippines
  `),
  place: byComma(`
    Mount Everest, the Amazon, the Nile, the Sahara, the Eiffel Tower, Big Ben, the Great Wall, the Taj Mahal, Lake
    Victoria, the Rhine, the Danube, the Alps, the Grand Canyon, Niagara Falls, the Pacific, the Atlantic, the Arctic, the
    North Pole, Antarctica, Europe, Asia, Africa, South America, California, Texas, Hawaii, Bali, Sicily, Venice, Florence,
    Barcelona, Istanbul, Manhattan, the Black Sea, Kilimanjaro, Stonehenge, Machu Picchu, the Colosseum, Greenland
  `),
  person: byComma(`
    Albert Einstein, Isaac Newton, Marie Curie, Charles Darwin, Napoleon, Julius Caesar, Cleopatra, Shakespeare, Mozart,
    Beethoven, Bach, Leonardo da Vinci, Picasso, Van Gogh, Michelangelo, Galileo, Columbus, Abraham Lincoln, George
    Washington, Barack Obama, Nelson Mandela, Gandhi, Winston Churchill, Queen Elizabeth, Martin Luther King, Alan Turing,
    Ada Lovelace, Bill Gates, Steve Jobs, Elon Musk, Taylor Swift, Beyonce, Elvis Presley, Michael Jackson, Madonna, Bob
    Marley, Lionel Messi, Cristiano Ronaldo, Serena Williams, Roger Federer, Usain Bolt, Muhammad Ali, Michael Jordan, Tom
    Hanks, Brad Pitt, Meryl Streep, Walt Disney, Alfred Hitchcock, Steven Spielberg, Jane Austen, Charles Dickens, Mark
    Twain, Agatha Christie, Tolkien, Homer, Plato, Socrates, Aristotle, Kant, Nietzsche, Karl Marx, Freud, Tesla, Edison
  `),
  work: byComma(`
    Hamlet, Romeo and Juliet, Macbeth, Moby Dick, Harry Potter, The Lord of the Rings, The Hobbit, Pride and Prejudice,
    Don Quixote, War and Peace, Frankenstein, Dracula, the Odyssey, the Bible, Animal Farm, 1984, Alice in Wonderland,
    Titanic, Star Wars, The Matrix, Jurassic Park, The Godfather, Casablanca, Avatar, Inception, Frozen, The Lion King, Toy
    Story, Game of Thrones, Breaking Bad, Friends, The Simpsons, the Mona Lisa, Starry Night, Bohemian Rhapsody, Yesterday,
    Imagine, Thriller, Hey Jude, Let It Be, the Ninth Symphony, The Magic Flute, Swan Lake, The Beatles, Queen, Abba
  `),
  idea: byComma(`
    photosynthesis, gravity, democracy, inflation, evolution, quantum mechanics, relativity, electricity, magnetism,
    capitalism, socialism, philosophy, happiness, love, freedom, justice, truth, beauty, time, consciousness, intelligence,
    machine learning, artificial intelligence, a neural network, blockchain, bitcoin, the internet, a computer virus, a
    database, an algorithm, recursion, a compiler, a black hole, a supernova, a galaxy, dark matter, the big bang, the
    stock market, a mortgage, a pension, insurance, tax, interest, a recession, climate change, global warming, the
    greenhouse effect, an earthquake, a volcano, a tsunami, a hurricane, the water cycle, an atom, a molecule, a proton,
    DNA, a gene, a cell, a virus, bacteria, a vaccine, an antibiotic, diabetes, cancer, asthma, a migraine, depression,
    anxiety, stress, meditation, yoga, religion, Buddhism, Islam, Christianity, existentialism, stoicism, ethics, a
    metaphor, a sonnet, a haiku, irony, a verb, an adjective, grammar, a prime number, a fraction, algebra, calculus,
    geometry, a derivative, pi, probability, statistics, the cold war, the renaissance, the industrial revolution, the
    French Revolution, feudalism, slavery, colonialism, a constitution, a treaty, a parliament, the European Union, NATO,
    the United Nations, marketing, a startup, entropy, osmosis, an ecosystem, biodiversity, friction, momentum, energy
  `),
  thing: byComma(`
    sky, sun, moon, ocean, grass, snow, ice, rain, wind, thunder, rainbow, desert, mountain, volcano, forest, river, cave,
    island, star, planet, comet, rocket, computer, phone, fridge, microwave, engine, battery, magnet, mirror, lamp, candle,
    clock, watch, camera, radio, television, bridge, tower, castle, pyramid, church, museum, school, bank, hospital,
    airport, road, wheel, key, lock, door, window, roof, wall, garden, tree, leaf, flower, rose, seed, root, bee, spider,
    ant, butterfly, mosquito, dinosaur, dragon, unicorn, robot, brain, heart, lung, liver, stomach, skin, bone, blood, tooth,
    eye, ear, nose, hand, foot, hair, shadow, dream, language, song, poem, story, game, ball, book, newspaper, letter,
    stamp, coin, diamond, gold, silver, iron, copper, glass, plastic, paper, wood, stone, sand, salt, sugar, honey, pepper,
    umbrella, pillow, blanket, bed, chair, table, sofa, carpet, spoon, fork, knife, plate, cup, bottle, bag, box, rope
  `),
  things: byComma(`
    cats, dogs, birds, fish, whales, bees, spiders, snakes, bears, wolves, elephants, penguins, horses, cows, bats, frogs,
    planes, ships, cars, trains, rockets, submarines, computers, phones, batteries, magnets, vaccines, viruses, stars,
    planets, volcanoes, earthquakes, clouds, rainbows, tides, seasons, trees, flowers, leaves, seeds, mushrooms, babies,
    children, teenagers, people, humans, men, women, doctors, lawyers, teachers, politicians, kings, knights, pirates,
    vikings, Romans, Greeks, Egyptians, dinosaurs, robots, aliens, ghosts, dreams, muscles, bones, teeth, onions, glasses
  `),
  verb: byComma(`
    work, fly, sleep, eat, swim, sing, die, live, move, grow, burn, melt, freeze, float, sink, jump, migrate, hibernate,
    change, form, disappear, glow, bark, purr, yawn, cry, laugh, dream, fight, age, hurt, spin, fall, shine, bloom, break
  `),
  quality: byComma(`
    blue, green, red, cold, hot, salty, sweet, heavy, light, round, flat, expensive, cheap, important, dangerous, famous,
    rare, popular, fast, slow, hard, soft, bright, dark, wet, dry, loud, quiet, deep, old, healthy, useful, strong, sticky
  `),
  food: byComma(`
    pasta, pizza, bread, pancakes, lasagne, tomato soup, chicken curry, fried rice, sushi, an omelette, scrambled eggs, a
    chocolate cake, an apple pie, cookies, ice cream, a salad, guacamole, hummus, a burger, tacos, pesto, mashed potatoes,
    paella, risotto, dumplings, ramen, a smoothie, espresso, iced tea, jam, mayonnaise, a cheesecake, waffles, goulash
  `),
  sport: byComma(`
    football, soccer, tennis, basketball, baseball, golf, cricket, rugby, hockey, volleyball, chess, swimming, boxing,
    skiing, cycling, running, judo, karate, badminton, table tennis, surfing, sailing, poker, Formula 1, the marathon
  `),
  event: byComma(`
    the World Cup, the Olympics, the Super Bowl, Wimbledon, the Tour de France, the Champions League, the Nobel Prize, the
    Oscars, Eurovision, the election, World War I, World War II, the Second World War, the American Civil War, the French
    Revolution, the moon landing, the fall of the Berlin Wall, the Battle of Hastings, the Black Death, the gold rush
  `),
  language: byComma(`
    French, Spanish, German, Italian, Portuguese, Dutch, Swedish, Polish, Russian, Chinese, Japanese, Korean, Arabic,
    Turkish, Greek, Latin, Hindi, Hebrew, Swahili, Welsh
  `),
  code: byComma(`
    Python, JavaScript, TypeScript, Java, C, C++, Rust, Go, Ruby, PHP, SQL, HTML, CSS, bash, Swift, Kotlin, Haskell, React
  `),
  program: byComma(`
    sorts a list, reverses a string, prints hello world, reads a file, finds prime numbers, downloads a page, parses JSON,
    adds two numbers, computes a factorial, counts words, opens a window, sends an email, removes duplicates, sorts an array,
    checks a password, makes a web server, plays tic tac toe, finds the largest number, draws a circle
  `),
  topic: byComma(`
    the sea, the moon, spring, autumn, winter, love, friendship, a dragon, a lost dog, a brave girl, a robot, a wizard,
    space, my mother, my cat, a rainy day, the forest, a journey, school, music, football, climate change, the future,
    history, technology, a holiday, the war, peace, a birthday, a pirate, two friends, an old man, dogs, cats, coffee, money
  `),
  illness: byComma(`
    a headache, a cold, the flu, a fever, a cough, back pain, a sore throat, a toothache, hay fever, a broken arm, insomnia,
    high blood pressure, stomach pain, an allergy, a rash, a burn, hiccups, acne, anemia, covid, a cramp, food poisoning
  `),
  purpose: byComma(`
    lose weight, sleep better, save money, learn Spanish, make friends, find a job, get rich, quit smoking, stop worrying,
    start a business, buy a house, learn to cook, run faster, study for an exam, write a book, get fit, eat healthier, be
    happy, become a doctor, invest money, tie a tie, change a tyre, fix a bike, clean a carpet, plant a tree, train a dog,
    draw a face, play the guitar, boil an egg, fold a shirt, build a table, learn to swim, speak in public, meditate, paint
    a wall, pay less tax, write a CV, prepare for an interview, install Linux, reset my phone, remove a stain, bake bread,
    grow tomatoes, iron a shirt, tie a knot, make a website, learn programming, stay awake, read faster, wake up early
  `),
  doer: byComma(`
    my boss, my landlord, a customer, a friend, my teacher, my neighbour, my colleague, the school, the bank, a company, my
    parents, a client, HR, the team, my professor
  `),
  present: byComma(`
    my mother, my father, my wife, my husband, my girlfriend, my boyfriend, my brother, my sister, a friend, a child, my
    boss, a teacher, a wedding, a birthday, Christmas, a baby
  `),
  holiday: byComma(`
    Christmas, Easter, Halloween, Thanksgiving, Ramadan, Diwali, New Year, Hanukkah, Valentine's Day, Mother's Day
  `),
  word: byComma(`
    dog, cat, house, love, water, happy, big, fast, beautiful, go, run, child, mouse, time, blue, friend, good, night, bread,
    tree, orange, moon, heart, light, cold, begin, strong, sad, quick, angry, small, bright, old, thank you, good morning
  `),
  substance: byComma(`
    water, gold, iron, oxygen, hydrogen, helium, carbon, salt, sugar, lead, mercury, nitrogen, copper, silver, uranium
  `),
  unit: byComma(`
    miles, kilometres, feet, inches, metres, pounds, kilos, ounces, litres, gallons, celsius, fahrenheit, euros, dollars, yen
  `),
  company: byComma(`
    Apple, Google, Microsoft, Amazon, Tesla, Facebook, Netflix, Toyota, Volkswagen, BMW, Nike, Ikea, Samsung, Sony, Nintendo
  `),
  job: byComma(`
    president, prime minister, king, queen, chancellor, mayor, pope, emperor, first president, richest person, leader
  `),
  superlative: byComma(`
    biggest, largest, tallest, highest, longest, deepest, fastest, oldest, smallest, richest, most populous, coldest, hottest,
    most expensive, most famous, most beautiful, most dangerous, strongest, best, worst, most popular, heaviest, loudest
  `),
  kind: byComma(`
    country, mountain, river, lake, ocean, animal, bird, building, planet, person, company, car, football team, film, book,
    song, band, actor, writer, painter, university, airport, island, desert, bridge, dinosaur, tree, language, programming
    language, phone, laptop, restaurant, museum, beach, snake, fish, star, metal, metropolis, airline, newspaper, dog breed
  `),
};

/** Values for templates: every placeholder draws anew. `{number}`, `{year}` and `{invented}` are made. */
export function subjectsOf(random: Random): Readonly<Record<string, string | number>> {
  return new Proxy<Record<string, string | number>>(
    {},
    {
      get: (_, name) => {
        if (name === "number") return random.integer(2, random.pick([12, 99, 999]));
        if (name === "year") return random.integer(1066, 2030);
        if (name === "invented") return inventedWord(random);
        const list = lists[String(name)];
        return list && random.pick(list);
      },
    },
  );
}
