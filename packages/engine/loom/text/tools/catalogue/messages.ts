import { family, type Family } from "../family.ts";

/** Messages, mail, calls and contacts. */
export const messages: readonly Family[] = [
  family("message", {
    names: "send_message send_text message send_sms text_message send_chat",
    slots: {
      to: "person to|name|user|recipient|contact",
      text: "message text|message|body|content",
    },
    says: `
      tell {to}: {text}
      tell {to} {text}
      tell {to} that {text}
      send {to} the message {text}
      send {to} a message: {text}
      send {to} a message saying {text}
      send a message to {to}: {text}
      send a (message|text) to {to} saying {text}
      send {text} to {to}
      text {to} {text}
      text {to}: {text}
      text {to} that {text}
      message {to}: {text}
      message {to} {text}
      write to {to}: {text}
      let {to} know that {text}
      let {to} know: {text}
      can you text {to} {text}?
      ~I want to send {to} a message: {text}
      ~{to} needs a message: {text}
      drop {to} a line: {text}
      ~message to {to}: {text}`,
  }),
  family("email", {
    names: "send_email send_mail email mail write_email",
    slots: {
      to: "receiver to|recipient|address|email",
      "subject?": "title subject|title",
      text: "message body|text|message|content",
    },
    says: `
      email {to}: {text}
      email {to} {text}
      email {to} saying {text}
      send an email to {to} saying {text}
      send an email to {to}: {text}
      send {to} an email that says {text}
      send {to} an email: {text}
      mail {to}: {text}
      write an email to {to}: {text}
      write {to} an email saying {text}
      ~email to {to}: {text}
      ~I need to email {to}: {text}
      can you email {to} and say {text}?
      send an email to {to} with subject {subject} and body {text}
      send an email to {to} about {subject} saying {text}
      email {to} with the subject {subject}: {text}
      send a mail to {to}, subject {subject}, text {text}
      write to {to} with subject {subject} and the text {text}`,
  }),
  family("email", {
    names: "send_email compose_email draft_email",
    slots: { to: "email to|recipient|address", subject: "title subject|topic|title" },
    says: `
      (send|write|draft) an email to {to} about {subject}
      (send|write) {to} an email about {subject}
      email {to} about {subject}
      email {to} with the subject {subject}
      can you (write|send) a mail to {to} about {subject}?
      ~new email to {to}, subject {subject}
      ~I have to email {to} about {subject}
      ~{to} should get an email about {subject}`,
  }),
  family("inbox", {
    names: "read_emails list_emails get_inbox check_mail search_emails",
    slots: { from: "receiver from|sender|address" },
    says: `
      (show|list|read|get|find) (the|my) emails from {from}
      do I have (any |)(mail|email|emails) from {from}?
      did {from} write to me?
      is there mail from {from}?
      check (my inbox|my mail) for {from}
      any emails from {from}?
      ~emails from {from}
      what did {from} send me?`,
    takesLists: true,
    gives: "subject=title unread=few",
  }),
  family("call", {
    names: "call_contact make_call phone call dial start_call",
    slots: { who: "person name|contact|who|person" },
    says: `
      call {who}
      (phone|ring|dial) {who}
      (make|start) a call to {who}
      give {who} a (call|ring)
      ~I want to (call|talk to|speak to|speak with) {who}
      can you call {who}?
      can you get {who} on the phone?
      get me {who} on the line
      ring up {who}`,
    takesLists: true,
  }),
  family("contact", {
    names: "get_contact find_contact lookup_contact contact_search get_phone_number",
    slots: { who: "person name|person|contact|query" },
    says: `
      (find|get|look up|show) the contact {who}
      what is {who}'s (phone |)number?
      what's the (phone |)number of {who}?
      how can I reach {who}?
      (find|get|look up|show me) the number of {who}
      (look up|find) {who} in my contacts
      ~contact details of {who}
      do I have the number of {who}?
      what's {who}'s address?
      is {who} in my contacts?`,
    takesLists: true,
    gives: "phone=number",
  }),
  family("new contact", {
    names: "add_contact create_contact save_contact new_contact",
    slots: {
      who: "person name|contact",
      phone: "number phone|number|phone_number",
    },
    says: `
      (add|save|create) the contact {who} with (the |)number {phone}
      (add|save) {who} to my contacts, number {phone}
      save {phone} as {who}
      add {who} with phone {phone}
      {who}'s number is {phone}, please save it
      save the number {phone} for {who}
      ~new contact: {who}, {phone}
      ~new contact {who} {phone}
      can you save {who}'s number {phone}?`,
  }),
  family("new contact", {
    names: "add_contact create_contact save_contact add_person",
    slots: { who: "person name|full_name|contact", email: "email email|email_address|mail" },
    says: `
      (add|save|create) the contact {who} with (the |)email {email}
      (add|save) {who} to my contacts, email {email}
      save {email} as {who}
      add {who} with the address {email}
      {who}'s email is {email}, save it
      ~new contact: {who}, {email}
      ~new contact {who} {email}
      can you add {who} {email} to the contacts?`,
  }),
  family("post", {
    names: "post_message post_to_channel send_to_channel slack_post",
    slots: { channel: "service channel|room|to", text: "message text|message|content" },
    says: `
      post {text} in {channel}
      post {text} (to|in) the {channel} channel
      post to {channel}: {text}
      (write|say) {text} in the {channel} channel
      tell the {channel} channel: {text}
      send {text} to the {channel} channel
      ~post in {channel}: {text}
      let the {channel} channel know: {text}`,
  }),
  family("tweet", {
    names: "publish_post create_post tweet share_post",
    slots: { text: "message text|content|status|body" },
    says: `
      tweet {text}
      (publish|share|post): {text}
      (publish|share) a post saying {text}
      make a post: {text}
      (create|write) a post that says {text}
      ~new post: {text}
      can you post {text}?
      ~I want to post {text}`,
  }),
];
