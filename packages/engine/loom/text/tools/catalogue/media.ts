import { family, type Family } from "../family.ts";

/** Music, films, books, news and sports. */
export const media: readonly Family[] = [
  family("play", {
    names: "play_music play_song play music_play start_music play_track",
    slots: {
      song: "song song|title|track|name",
      "artist?": "artist artist|by|singer",
      "room?": "room room|speaker|where",
    },
    says: `
      play {song}
      play the song {song}
      play {song} by {artist}
      play {song} in the {room}
      play {song} by {artist} in the {room}
      (put on|start) {song}
      put on {song} by {artist}
      ~I want to (hear|listen to) {song}
      ~I'd like to hear {song} by {artist}
      ~I feel like {song}
      can you play {song}?
      can you put on {song} by {artist}?
      let me hear {song}
      let's listen to {song}`,
  }),
  family("play", {
    names: "play_genre play_radio start_playlist play_playlist",
    slots: { genre: "genre genre|style|name|playlist" },
    says: `
      play (some |){genre} music
      play (some |){genre}
      play the {genre} playlist
      put on (some |){genre}
      ~I want to (hear|listen to) {genre} music
      ~I'm in the mood for {genre}
      can you play something {genre}?
      let's hear some {genre}
      start the {genre} radio`,
  }),
  family("stop", {
    names: "pause_music stop_music pause stop_playback pause_playback stop",
    says: `
      (pause|stop) the (music|song|playback)
      (pause|stop) (it|playing|playback)
      turn the music off
      (pause|stop) the player
      ~no more music
      ~music off
      can you (pause|stop) the music?
      stop the sound
      be quiet, stop the music`,
  }),
  family("next", {
    names: "next_song skip_song next_track skip",
    says: `
      (next|skip) song
      (skip|jump over) this (song|track)
      play the next (song|track)
      go to the next (song|track)
      ~next one
      ~I don't like this song, skip it
      can you skip this (song|one)?
      skip it`,
  }),
  family("volume", {
    names: "set_volume volume change_volume adjust_volume",
    slots: { level: "percent level|volume|value|percent", "room?": "room room|speaker|zone" },
    says: `
      (set|put|turn|change) the volume to {level}
      (set|put) the volume (to|at) {level} percent
      (set|turn) the volume in the {room} to {level}
      turn (it|the music) (up|down) to {level}
      make it {level} percent loud
      ~volume {level}
      ~volume to {level}
      ~{room} volume {level}
      can you set the volume to {level}?
      can you turn the {room} speaker to {level}?`,
  }),
  family("film", {
    names: "get_movie movie_info find_movie search_movie film_info lookup_movie",
    slots: { title: "film title|movie|name|film", "year?": "year year" },
    says: `
      (find|get|look up|show) the (movie|film) {title}
      (find|look up) the (movie|film) {title} from {year}
      who (directed|made|played in) the film {title}?
      what is the (movie|film) {title} about?
      how long is the movie {title}?
      ~movie {title}
      ~film {title} from {year}
      tell me about the (movie|film) {title}
      can you look up the film {title}?`,
    takesLists: true,
    gives: "year=year stars=few",
  }),
  family("book", {
    names: "find_book search_library get_book book_search borrow_book library_search",
    slots: { title: "film title|book|name|query" },
    says: `
      (find|get|look up|search for|borrow) the book {title}
      does the library have {title}?
      is {title} in the library?
      search the library for {title}
      ~I want to read {title}, does the library have it?
      ~I'm looking for the book {title}
      who wrote the book {title}?
      ~book {title}`,
    takesLists: true,
    gives: "shelf=id copies=few",
  }),
  family("news", {
    names: "get_news news latest_news news_search headlines top_stories",
    slots: { topic: "topic topic|category|about|query", "count?": "few count|limit|max" },
    says: `
      what's (new|happening|going on) in {topic}?
      what's the (latest |)news (on|about) {topic}?
      (show|get|give|tell|read) me the news (on|about) {topic}
      (get|find|fetch) news about {topic}
      any news (on|about) {topic}?
      ~news on {topic}
      ~{topic} news
      ~latest headlines about {topic}
      (show|get|give) me {count} (headlines|stories|articles) about {topic}
      get the top {count} news on {topic}
      can you find {count} articles on {topic}?
      ~I want to read news about {topic}`,
    takesLists: true,
    gives: "title=title",
  }),
  family("score", {
    names: "get_score sports_score match_result live_score game_score",
    slots: { team: "team team|club|name" },
    says: `
      what's the score of the {team} game?
      how did (the |){team} (play|do)?
      did (the |){team} win?
      (get|check|show|tell me) the (score|result) (of|for) (the |){team}
      how is the {team} match going?
      ~{team} score
      ~score of {team}
      what was the result of the {team} match?
      can you check how {team} played?`,
    takesLists: true,
    gives: "score=few against=few",
  }),
  family("search", {
    names: "search web_search search_web google internet_search search_internet find lookup",
    slots: { query: "topic query|q|text|term|keywords" },
    says: `
      search (for|the web for|the internet for|online for) {query}
      (find|look up) {query}
      (find|look up) {query} on the (web|internet)
      look for {query} online
      google {query}
      (find|search) information (on|about) {query}
      what can you find about {query}?
      ~search: {query}
      ~I want to (know|learn) more about {query}
      ~web search {query}
      can you look up {query}?
      can you search for {query}?
      find out about {query}`,
    takesLists: true,
    gives: "title=title",
  }),
  family("docs", {
    names: "search_docs search_documents find_documents doc_search search_knowledge_base",
    slots: { query: "topic query|text|q|question", "limit?": "few limit|count|top_k" },
    says: `
      search the (docs|documents|documentation|knowledge base) for {query}
      (find|look up) {query} in the (docs|documents|documentation)
      what do the docs say about {query}?
      (find|show) {limit} documents about {query}
      search the documents for {query} with limit {limit}
      ~docs on {query}
      is there documentation on {query}?
      can you search the docs for {query}?`,
    takesLists: true,
  }),
  family("photo", {
    names: "take_photo take_picture capture_image camera_shot snapshot",
    slots: { camera: "room camera|room|location" },
    says: `
      take a (photo|picture) (in|of) the {camera}
      (show|get) me a picture of the {camera}
      take a snapshot with the {camera} camera
      ~photo of the {camera}
      what does the {camera} camera see?
      can you take a picture of the {camera}?`,
    takesLists: true,
  }),
  family("image", {
    names: "generate_image create_image draw make_picture paint_image",
    slots: { text: "topic prompt|description|text|subject", "size?": "size size" },
    says: `
      (draw|paint|generate|create) (a picture|an image) of {text}
      (draw|paint) {text}
      make an image of {text}
      make a {size} image of {text}
      draw a {size} picture of {text}
      ~I want a picture of {text}
      ~picture of {text}
      can you draw {text}?`,
  }),
];
