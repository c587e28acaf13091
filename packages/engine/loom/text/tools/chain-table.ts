/** A call in a chain: what it is called with, and what it gives to a later one. */
export interface Link {
  /** Tool names, with spaces between them. */
  readonly names: string;
  /** `name=person:who`: parameter, kind and place in the request; `user_id<id`: what an earlier result has at `id`. */
  readonly takes: string;
  /** `id=number`: keys and kinds; none where the call only does something. */
  readonly gives?: string;
}

/** Calls that build on each other, and how people ask for them. */
export interface Chain {
  readonly links: readonly Link[];
  readonly says: readonly string[];
}

const lines = (text: string): readonly string[] =>
  text
    .trim()
    .split("\n")
    .map((line) => line.trim());

/** Chains in which the argument of a later call comes from an earlier result. */
export const chains: readonly Chain[] = [
  {
    links: [
      {
        names: "find_user get_user lookup_user search_user",
        takes: "name=person:who",
        gives: "id=number",
      },
      { names: "get_orders list_orders fetch_orders", takes: "user_id<id", gives: "order=id" },
      {
        names: "cancel_order refund_order track_order",
        takes: "order_id<order",
        gives: "status=status",
      },
    ],
    says: lines(`
      (find|look up) the user {who}, get the orders and then handle the last one
      look up {who}, list the orders of this user and take care of the order
      ~I need the orders of {who} and what happens with the order
      find {who}, then the orders, then do the last step with the order`),
  },
  {
    links: [
      {
        names: "find_user get_user lookup_user find_customer",
        takes: "name=person:who",
        gives: "id=number",
      },
      {
        names: "get_orders list_orders get_invoices list_tickets",
        takes: "user_id<id",
        gives: "count=few",
      },
    ],
    says: lines(`
      (find|look up) (the user|) {who} and (get|show|list) what belongs to this user
      what does {who} have? Look up the id first
      get the list for {who}, you need the user id for it
      look up {who}, then use the id to get the list
      (find|get) the id of {who} and list everything for it`),
  },
  {
    links: [
      { names: "get_location where_am_i current_location", takes: "", gives: "city=city" },
      {
        names: "get_weather weather get_forecast",
        takes: "city<city",
        gives: "temp=degrees sky=sky",
      },
    ],
    says: lines(`
      what's the weather here?
      what is the weather where I am?
      (find|get) my location and then the weather there
      how's the weather at my place?
      check where I am and tell me the weather
      ~weather at my location`),
  },
  {
    links: [
      {
        names: "find_contact get_contact search_contacts",
        takes: "name=person:who",
        gives: "email=email",
      },
      { names: "send_email send_mail email", takes: "to<email body=message:text" },
    ],
    says: lines(`
      (find|look up) the email of {who} and send {text}
      (find|look up) {who} in my contacts and mail {text}
      get the address of {who}, then email {text}
      email {who} {text}, the address is in my contacts
      look up {who} and write an email saying {text}`),
  },
  {
    links: [
      {
        names: "find_contact get_contact search_contacts",
        takes: "name=person:who",
        gives: "phone=number",
      },
      { names: "send_sms text_number send_text", takes: "phone<phone text=message:text" },
    ],
    says: lines(`
      (find|look up) the number of {who} and text {text}
      get {who}'s phone number and send {text}
      text {who} {text}, the number is in my contacts
      look up {who}, then send an sms saying {text}`),
  },
  {
    links: [
      {
        names: "search_products find_product product_search",
        takes: "query=product:item",
        gives: "id=id",
      },
      { names: "add_to_cart cart_add put_in_cart", takes: "product_id<id" },
      { names: "checkout place_order buy_cart", takes: "", gives: "order=id" },
    ],
    says: lines(`
      (find|search for) {item}, put it in the cart and (check out|buy it)
      (search|look) for {item}, add it to my cart and then order
      buy {item}: find it, put it in the cart, then check out
      ~I want {item}. Find it, add it to the cart and place the order`),
  },
  {
    links: [
      {
        names: "search_products find_product product_search",
        takes: "query=product:item",
        gives: "id=id price=amount",
      },
      { names: "add_to_cart buy_product order_product", takes: "product_id<id" },
    ],
    says: lines(`
      (find|search for) {item} and (buy|order) it
      (search|look) for {item} and add it to my cart
      look up {item}, then put it in the cart
      ~I want {item}, find it and order it`),
  },
  {
    links: [
      {
        names: "get_order find_order lookup_order",
        takes: "order_id=id:order",
        gives: "tracking=id",
      },
      {
        names: "track_parcel track_package track_shipment",
        takes: "tracking<tracking",
        gives: "status=status place=city",
      },
    ],
    says: lines(`
      (track|follow) the parcel of order {order}
      where is the package of order {order}?
      get order {order} and track its parcel
      look up order {order}, then track it
      ~order {order}: find the tracking number and track it`),
  },
  {
    links: [
      {
        names: "create_issue open_issue new_issue",
        takes: "title=title:title",
        gives: "number=number",
      },
      { names: "assign_issue set_assignee", takes: "number<number user=person:who" },
      { names: "close_issue label_issue pin_issue", takes: "number<number" },
    ],
    says: lines(`
      (open|create) the issue {title}, assign it to {who} and then finish it
      (open|create) an issue {title}, give it to {who}, then do the last step with it
      make an issue called {title} for {who}, assign it and then handle it`),
  },
  {
    links: [
      { names: "create_ticket open_ticket new_ticket", takes: "title=title:title", gives: "id=id" },
      { names: "assign_ticket set_owner give_ticket", takes: "ticket_id<id user=person:who" },
    ],
    says: lines(`
      (open|create) a ticket {title} and (assign|give) it to {who}
      make a ticket called {title}, then assign it to {who}
      ~new ticket {title} for {who}
      {who} should get a new ticket: {title}`),
  },
  {
    links: [
      { names: "find_file search_files locate_file", takes: "name=word:file", gives: "path=file" },
      {
        names: "read_file open_file print_file delete_file",
        takes: "path<path",
        gives: "lines=many",
      },
    ],
    says: lines(`
      find the file {file} and open it
      (find|search for|locate) {file} and do the rest with its path
      look for the file {file}, then take it
      where is the file {file}? Open it`),
  },
  {
    links: [
      {
        names: "find_device get_device lookup_device",
        takes: "name=device:device",
        gives: "id=id",
      },
      {
        names: "get_state read_device device_status",
        takes: "device_id<id",
        gives: "state=status",
      },
      { names: "restart_device reboot_device reset_device", takes: "device_id<id" },
    ],
    says: lines(`
      find the {device}, check its state and restart it
      look up the {device}, read its status, then reboot it
      (find|get) the id of the {device}, check it and restart it`),
  },
  {
    links: [
      {
        names: "search_flights find_flights",
        takes: "from=city:from to=city:to",
        gives: "flight=id price=many",
      },
      { names: "book_flight reserve_flight", takes: "flight<flight", gives: "booking=id" },
    ],
    says: lines(`
      find a flight from {from} to {to} and book it
      (search|look for) flights from {from} to {to}, then book one
      ~I want to fly from {from} to {to}, find a flight and book it
      get me a flight from {from} to {to}: search first, then book`),
  },
  {
    links: [
      {
        names: "find_invoice get_invoice lookup_invoice",
        takes: "customer=company:who",
        gives: "invoice_id=id amount=amount",
      },
      { names: "pay_invoice settle_invoice", takes: "invoice_id<invoice_id amount<amount" },
    ],
    says: lines(`
      find the invoice of {who} and pay it
      look up what {who} wants and pay the invoice
      pay the invoice of {who}
      get the open invoice from {who}, then settle it`),
  },
];
