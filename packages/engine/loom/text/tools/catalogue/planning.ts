import { family, type Family } from "../family.ts";

/** Calendar, reminders, to-dos and notes. */
export const planning: readonly Family[] = [
  family("event", {
    names: "create_event add_event create_calendar_event schedule_meeting new_event schedule",
    slots: {
      title: "title title|name|event|summary",
      when: "moment when|date|time|start",
    },
    says: `
      (schedule|plan) {title} for {when}
      schedule a meeting called {title} {when}
      (create|add|make) an event {title} on {when}
      (create|add) an event called {title} for {when}
      put {title} in my calendar for {when}
      put {title} on the calendar, {when}
      add {title} to my calendar (on|for) {when}
      (book|set up) {title} {when}
      ~new event: {title}, {when}
      ~{when}: {title}, put it in my calendar
      ~I have {title} {when}, add it to the calendar
      can you schedule {title} for {when}?
      can you put {title} in the calendar {when}?`,
  }),
  family("event", {
    names: "schedule_meeting create_meeting book_meeting set_up_meeting",
    slots: {
      who: "person with|attendee|person|name",
      day: "day day|date",
      time: "clock time|at|start_time",
    },
    says: `
      (schedule|book|set up|plan|arrange) a meeting with {who} {day} at {time}
      (schedule|book|set up) a meeting {day} at {time} with {who}
      ~I want to meet {who} {day} at {time}
      ~I need a meeting with {who} {day} at {time}
      ~meeting with {who}, {day}, {time}
      ~meet {who} {day} at {time}
      can you set up a meeting with {who} at {time} {day}?
      can you get me a slot with {who} {day} at {time}?`,
  }),
  family("agenda", {
    names: "list_events get_calendar get_events show_calendar check_calendar agenda",
    slots: { day: "day day|date|when" },
    says: `
      what's on my calendar {day}?
      what do I have {day}?
      (show|list|get|check) my (calendar|events|agenda|schedule) for {day}
      what's my schedule {day}?
      do I have anything {day}?
      am I free {day}?
      ~agenda {day}
      ~calendar {day}
      what meetings do I have {day}?
      tell me my plans for {day}`,
    takesLists: true,
  }),
  family("reminder", {
    names: "set_reminder create_reminder add_reminder remind remind_me reminder",
    slots: { task: "task text|task|what|about|message", "when?": "moment when|time|date|at" },
    says: `
      remind me to {task}
      set a reminder to {task}
      (create|add|make) a reminder to {task}
      (create|add|set) a reminder: {task}
      don't let me forget to {task}
      ~I need to remember to {task}
      ~I must not forget to {task}
      ~reminder: {task}
      can you remind me to {task}?
      can you remind me to {task} {when}?
      remind me to {task} {when}
      remind me {when} to {task}
      {when} remind me to {task}
      set a reminder to {task} {when}
      set a reminder for {when}: {task}
      ~I have to {task} {when}, remind me
      ~reminder for {when}: {task}`,
  }),
  family("todo", {
    names: "add_todo add_task create_task create_todo new_task todo_add",
    slots: { task: "task task|title|text|item|name", "priority?": "priority priority|level" },
    says: `
      add {task} to my (to-do list|todo list|todos|tasks|list)
      put {task} on my (to-do list|todo list|list)
      (add|create|make) a (task|todo): {task}
      (add|create) a task to {task}
      (add|create) a todo called {task}
      add the task {task}
      ~new task: {task}
      ~todo: {task}
      ~I have to {task}, put it on the list
      can you add {task} to the list?
      write down that I have to {task}
      add {task} to my tasks with {priority} priority
      add a {priority} priority task: {task}
      create a task to {task} with priority {priority}`,
  }),
  family("todo", {
    names: "list_todos get_tasks list_tasks show_todos get_todos",
    slots: { "status?": "status status|filter|state" },
    says: `
      (show|list|get|give me|read) my (to-dos|todos|tasks|to-do list|todo list)
      what's on my (to-do list|todo list|list)?
      what do I (have|need) to do?
      what are my tasks?
      which tasks do I have?
      ~my tasks
      ~todo list?
      (show|list|get) my {status} tasks
      which tasks are {status}?
      what are the {status} todos?
      show all tasks that are {status}`,
  }),
  family("todo", {
    names: "complete_todo complete_task finish_task mark_done check_off",
    slots: { task: "task task|title|item|name" },
    says: `
      mark {task} as done
      mark the task {task} as (done|complete|finished)
      (complete|finish|close) the task {task}
      check off {task}
      tick off {task}
      set {task} to done
      ~I'm done with {task}
      ~I finished {task}
      ~{task} is done
      can you mark {task} as done?
      cross {task} off my list`,
    takesLists: true,
  }),
  family("todo", {
    names: "delete_todo remove_task delete_task remove_todo",
    slots: { task: "id id|task_id|task" },
    says: `
      (delete|remove) (the |)task {task}
      (delete|remove) (the |)todo {task}
      (delete|remove) {task} from my (list|tasks|todos)
      get rid of task {task}
      ~task {task} can go
      can you remove task {task}?
      drop task {task} from the list`,
    takesLists: true,
  }),
  family("note", {
    names: "create_note add_note save_note take_note new_note write_note",
    slots: { text: "message text|content|note|body", "title?": "title title|name" },
    says: `
      (take|make|write|save|create|add) a note: {text}
      (take|make|write|save) a note that {text}
      note that {text}
      note down: {text}
      write down: {text}
      jot down {text}
      ~note: {text}
      ~new note: {text}
      save this as a note: {text}
      can you make a note that {text}?
      create a note called {title} with the text {text}
      save a note titled {title}: {text}
      make a note {title} saying {text}`,
  }),
  family("note", {
    names: "search_notes find_note get_note find_notes",
    slots: { query: "topic query|text|topic|keyword" },
    says: `
      (find|show|search|get|open) my notes (on|about) {query}
      search my notes for {query}
      what did I write about {query}?
      do I have notes on {query}?
      ~notes about {query}
      which of my notes mention {query}?
      look in my notes for {query}`,
    takesLists: true,
  }),
  family("habit", {
    names: "log_habit track_habit record_habit",
    slots: { habit: "word habit|name", amount: "few count|times|amount" },
    says: `
      log {habit} {amount} times
      (log|record|track) the habit {habit} with {amount}
      ~I did {habit} {amount} times today
      ~{habit} {amount} times, log it
      count {amount} for my habit {habit}`,
  }),
];
