/** Everyday English words by what they are in a sentence, all in lower case. */
const listed = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Things, animals, people and places. */
export const nouns: readonly string[] = listed(`
  apple arm baby bag ball banana band bank barn basket bath beach bean bear bed bee bell belt bench berry bike bird
  blanket boat body bone book boot bottle bowl box boy branch bread breakfast brick bridge brother bucket bus bush
  butter button cabin cake camel camera camp candle candy car card carpet carrot castle cat cave chain chair cheese
  cherry chicken child circle circus city clock cloud clown coat coffee coin comb computer cook cookie corn corner
  cotton couch cousin cow crab crown cup curtain dad dance dentist desert desk dinner dish doctor dog doll dolphin
  donkey door dragon drawer dream dress driver drum duck eagle ear egg elbow elephant engine evening eye face factory
  farm farmer father feather fence field finger fire fish flag floor flower forest fork fox friend frog fruit garden
  gate ghost giant gift giraffe girl glass glove goat gold goose grape grass guitar hair hammer hand hat head heart
  hill holiday honey hook horse hospital hotel house ice island jacket jar jelly jungle kettle key king kitchen kite
  kitten knee knife lady ladder lake lamb lamp leaf leg lemon letter library lion lizard lock lunch machine magnet
  mailbox map market mask meadow meat milk mirror money monkey moon morning moth mother mountain mouse mouth mushroom
  music nail neck needle nest night nose notebook nurse nut ocean onion orange oven owl page paint palace pan panda
  paper parent park parrot party path peach pear pen pencil penguin pepper phone piano picture pie pig pillow pilot
  pirate pizza plane planet plant plate pocket pond pony potato prince princess puppet puppy puzzle queen rabbit
  radio rain rainbow ribbon rice ring river road robot rocket roof room rope rose salad salt sand sandwich school
  scissors sea seed shark sheep shelf shell ship shirt shoe shop shoulder silver sister skirt sky snail snake snow
  soap sock sofa soup spider spoon spring square squirrel stair star station stick stone storm story strawberry
  street student sugar suit summer sun sweater table tail taxi tea teacher tent thunder ticket tiger toe tomato tool
  tooth towel tower town toy tractor train tree truck trumpet turtle umbrella uncle valley vase village violin
  voice wagon wall watch water watermelon wave whale wheel whistle wind window wing winter wolf woman wood world yard
  zebra zoo
  actor address adult afternoon air airplane airport alarm album alphabet ambulance angel animal ankle answer ant
  apartment apron artist aunt autumn avocado axe back bacon badge baker balcony bandage banker bathroom battery beard
  bedroom beetle bicycle birthday biscuit blouse board boss bow brain bracelet breeze broom brush bubble building
  bunny burger butterfly cabbage cabinet cactus calendar canyon captain caramel cathedral ceiling cellar cereal chalk
  chance chapter cheetah chest chimney chin chocolate church cinema classroom closet clothes coast coconut collar
  college color concert country course court crayon cream creek cricket crocodile crow cucumber cupboard customer
  daisy danger date daughter day diamond dictionary dinosaur dollar doorbell dragonfly driveway dust earth elevator
  emerald eyebrow falcon family fan ferry fever finch flame flight flour flute foot football fountain freezer fridge
  furniture galaxy game garage garlic giggle ginger glasses grandma grandpa grasshopper gravity ground group guest gym
  hall hallway hamster handle harbor hawk heaven hedgehog height helicopter helmet hen highway hippo history hole home
  homework hour idea inch insect iron ivory jaguar jeans jewel job joke journey judge juice jump kangaroo ketchup
  keyboard kid kingdom knight koala language laptop laugh lawn lawyer leopard lesson level lettuce lighthouse
  lightning line lip list lobster logo lottery luck magazine mango manner maple marble math maze medal medicine melon
  member memory message metal meter mile minute mistake monster month mood mosquito motor motorcycle mud muffin mug
  muscle museum napkin nature neighbor network news noodle number nursery oak object oil olive orchestra ostrich
  oyster package paddle parachute parade passenger passport pasta peacock peanut pebble people person pet photo pigeon
  pine pineapple platform player plum poem poet police pool popcorn post present printer problem pumpkin purse
  quarter question raccoon race railway raspberry rat recipe restaurant rhino rib riddle robin rug ruler sailor salmon
  sauce sausage scarf scene science score screen seal season seat second secret sentence shadow shampoo shape sheet
  sheriff shorts shower shrimp sidewalk sign singer size skate skin sleep slipper smile smoke snowflake snowman soccer
  soldier son song sound space sparrow spinach sponge sport spot spy stadium staff state statue steam stomach subway
  suitcase swan swimmer syrup tablet teapot team telephone television temple tennis theater thing thumb
  thunderstorm tie time toast toaster toilet tongue toothbrush top tornado tour trail traveler treasure triangle trip
  trouble trousers tulip tunnel turkey type uniform university vacation van vegetable vest vet visitor volcano waiter
  wallet walnut walrus weather wedding week weekend weight wheat wire wish witch wizard wool word work worker worm
  wrist writer year zipper
`);

/** How something is. */
export const adjectives: readonly string[] = listed(`
  angry bad beautiful big bitter black blue bold brave bright broken brown busy calm cheap clean clear clever cold cool
  crazy curious cute dark deep dirty dry dusty early easy empty fair famous fast fat fine flat fresh friendly full
  funny gentle glad golden good grand gray great green happy hard heavy high hot huge hungry icy kind large late lazy
  light little lonely long loud lovely low lucky mad magic new nice noisy odd old open orange pale pink plain poor
  pretty proud purple quick quiet rare red rich ripe rough round sad salty shiny short shy silent silly simple slow
  small smart smooth soft sour strange strong sunny sweet tall thick thin tiny tired ugly warm wet white wide wild wise
  wonderful wooden yellow young
  afraid alive amazing ancient awake awful bare blind bored careful careless charming cheerful chilly cloudy
  comfortable common cruel dangerous dear delicious different difficult dull eager elegant endless excellent exciting
  expensive faithful false fancy favorite fierce final foggy foolish free freezing frozen furious giant graceful
  grateful greedy handsome healthy helpful honest horrible hopeful impossible important incredible jolly juicy local
  main mean messy modern muddy mysterious narrow natural nervous normal perfect playful polite popular possible
  powerful private proper public rainy raw ready real royal rude safe scary secret serious sharp sick similar sleepy
  slippery smelly snowy special spicy square steep sticky stormy stupid sudden super sure terrible thirsty true
  unusual useful usual violet weak weird windy worried wrong
`);

/** What somebody does to something. */
export const verbs: readonly string[] = listed(`
  ask bake bring build buy call carry catch choose clean close collect cook count cover cut draw drink drive drop eat
  enjoy explain fill find fix follow forget get give grow hear help hide hold hunt keep kick learn leave like lift
  lose love make meet miss move need open order paint pick plan play pull push read remember send sing sell share show
  start steal study take teach tell throw touch try visit wait walk wash watch wear win write
  accept add agree answer arrive attack bark beat become begin believe bite blow boil borrow bounce break breathe
  brush burn celebrate change chase cheer chew climb compare complain cough crawl cross cry dance decide deliver
  describe dig dive doubt dream dress dry earn end enter escape expect fail fall feed feel fight finish fly fold
  forgive gather glow guess guide hang happen hate heat hope hug hurry imagine improve include invent invite joke jump
  knit knock know land laugh lead lend listen live look melt mix notice obey offer pack park pass pay pour practice
  pray prefer prepare promise protect prove punish race reach receive relax remain repair reply rest return ride ring
  rise roar roll row rub ruin run sail save say scream search see seem sew shake shine shout shut sign sit skip sleep
  slide smell smile sneeze sort speak spend stand stay stir stop stretch suggest support surprise swim swing talk
  taste thank think travel trust turn type understand unlock use wake want warn waste wave whisper wipe wonder work
  worry wrap yawn yell
`);

/** The rest of small talk: time, place, number, courtesy. */
export const otherWords: readonly string[] = listed(`
  after again almost also always away back before behind below between both down even every far first here inside
  late later maybe never next now often once only outside over past quite really right slowly soon still sure there
  today together tomorrow tonight twice under up very well yes yesterday hello goodbye thanks welcome monday tuesday
  wednesday thursday friday saturday sunday january april july october one two three four five seven eight nine ten
  zero hundred
`);

/** All of them. */
export const everydayWords: readonly string[] = [...nouns, ...adjectives, ...verbs, ...otherWords];
