import { family, type Family } from "../family.ts";

/** Shops, orders, parcels and customers. */
export const shopping: readonly Family[] = [
  family("product", {
    names: "search_products find_products product_search search_shop",
    slots: {
      query: "product query|product|item|keyword",
      "price?": "many max_price|price|limit|budget",
    },
    says: `
      (find|show|search for|look for) {query} in the (shop|store)
      (find|show) me {query} in the shop
      do you (have|sell) {query}?
      ~I'm looking for {query} in the shop
      ~I want to buy {query}, what is there?
      search the (shop|store|catalog) for {query}
      find {query} under {price}
      find {query} for less than {price} dollars
      (show|search) products: {query}
      show me {query} below {price} euros
      do you have {query} for under {price}?`,
    gives: "name=product price=many",
  }),
  family("price", {
    names: "get_price product_price check_price price_lookup price",
    slots: { item: "product product|item|name" },
    says: `
      how much for {item}?
      how much is the {item}?
      how much does the {item} cost?
      what does the {item} cost?
      what's the price of {item}?
      what is the price of the {item}?
      (get|check|find|look up|tell me) the price of {item}
      (get|check|tell me) the {item} price
      ~price of {item}
      ~{item} price
      ~I want to know what {item} costs
      can you check the price of {item}?`,
    takesLists: true,
    gives: "price=amount",
  }),
  family("stock", {
    names: "check_stock get_stock_level check_inventory get_inventory stock in_stock",
    slots: { item: "product item|product|sku|name", "shop?": "city store|shop|city" },
    says: `
      (is|are) (the |){item} in stock?
      do we have {item} in stock?
      do we have {item} in stock in {shop}?
      how many {item} (are|do we have) (left|in stock)?
      (check|get|show) the stock of {item}
      (check|show) the inventory for {item}
      check the stock of {item} in {shop}
      how much {item} is left in {shop}?
      ~stock of {item}
      ~is there any {item} left in {shop}?
      can you check if {item} is in stock?`,
    takesLists: true,
    gives: "stock=many",
  }),
  family("cart", {
    names: "add_to_cart cart_add add_item basket_add",
    slots: { item: "product item|product|name", "count?": "few quantity|count|amount|qty" },
    says: `
      (add|put) {item} (to|in) (my|the) (cart|basket)
      put {count} {item} in (my|the) (cart|basket)
      add {count} {item} to (my|the) (cart|basket)
      add {count} of {item} to the cart
      ~I'll take {count} {item}, put them in the cart
      ~{item} into the cart
      ~{count} {item} into my basket
      ~I want {item} in my cart
      can you add {item} to the cart?
      can you put {count} {item} in my cart?`,
  }),
  family("cart", {
    names: "remove_from_cart cart_remove delete_item",
    slots: { item: "product item|product|name" },
    says: `
      (remove|delete|take) {item} from (my|the) (cart|basket)
      take {item} out of (my|the) (cart|basket)
      ~I don't want {item} in my cart
      ~no {item} after all, take it out of the cart
      can you remove {item} from my cart?`,
  }),
  family("food order", {
    names: "order_food place_order order order_meal",
    slots: {
      item: "food item|dish|food|meal",
      "count?": "few quantity|count|portions",
      "size?": "size size",
    },
    says: `
      order {item}
      order {count} {item}
      order a {size} {item}
      order {count} {size} {item}
      (get|order) me {item}
      (get|order) me a {size} {item}
      ~I want to (order|eat) {item}
      ~I'd like {item}
      ~I'd like to order {count} {item}
      ~I'd like a {size} {item}
      ~one {size} {item}
      ~I'm hungry, order {item}
      ~{count} portions of {item}
      can I (get|have) {item}?
      can I have {count} {item}?`,
  }),
  family("order status", {
    names: "get_order order_status check_order get_order_status find_order lookup_order",
    slots: { order: "id order_id|order|id|order_number|number" },
    says: `
      where is (my |the |)order {order}?
      what's the status of (my |)order {order}?
      (check|show|get|look up|find) order {order}
      (check|show|get) the status of order {order}
      what happened to order {order}?
      has order {order} (shipped|arrived|been sent)?
      when will order {order} arrive?
      ~order {order}?
      ~status of order {order}
      ~my order is {order}, where is it?
      can you check on order {order}?`,
    takesLists: true,
    gives: "status=status items=few",
  }),
  family("parcel", {
    names: "track_package track_parcel track_shipment parcel_status where_is_package",
    slots: { parcel: "id tracking_number|tracking_id|number|parcel|code" },
    says: `
      track (the |my |)(package|parcel|shipment) {parcel}
      where is (the |my |)(package|parcel|shipment) {parcel}?
      where's my package {parcel}?
      (check|follow|look up) parcel {parcel}
      when will parcel {parcel} (arrive|be delivered)?
      ~track {parcel}
      ~tracking number {parcel}
      ~my tracking number is {parcel}, where is it?
      has my parcel {parcel} arrived?
      can you track {parcel}?`,
    takesLists: true,
    gives: "status=status place=city",
  }),
  family("cancel order", {
    names: "cancel_order stop_order delete_order",
    slots: { order: "id order_id|order|id", "reason?": "reason reason|why" },
    says: `
      cancel (my |the |)order {order}
      (stop|delete) order {order}
      ~I want to cancel order {order}
      ~I don't want order {order} any more, cancel it
      can you cancel order {order}?
      cancel order {order} because of: {reason}
      cancel order {order}, reason: {reason}
      cancel order {order} with the reason {reason}`,
    takesLists: true,
  }),
  family("refund", {
    names: "refund_order create_refund issue_refund refund request_refund",
    slots: {
      order: "id order_id|order|id|payment",
      "amount?": "amount amount|sum",
      "reason?": "reason reason",
    },
    says: `
      refund order {order}
      (issue|create|start|make) a refund for order {order}
      refund {amount} for order {order}
      refund {amount} dollars on order {order}
      refund order {order}, reason: {reason}
      refund order {order} because of: {reason}
      ~I want my money back for order {order}
      ~I need a refund for order {order}
      give the money back for {order}
      can you refund order {order}?
      refund {amount} on order {order}, reason {reason}`,
  }),
  family("ticket", {
    names: "create_ticket open_ticket new_ticket add_ticket support_ticket file_ticket",
    slots: {
      title: "title title|subject|summary|issue",
      "priority?": "priority priority|severity|level",
    },
    says: `
      (open|create|file|make|raise) a ticket: {title}
      (open|create|file) a ticket (called|titled|named) {title}
      (open|create|file) a ticket for {title}
      (open|create) a {priority} priority ticket: {title}
      (open|create) a ticket titled {title} with priority {priority}
      ~new ticket: {title}
      ~I need a ticket for {title}
      ~ticket: {title}, priority {priority}
      can you open a ticket about {title}?
      report the problem {title} as a ticket`,
  }),
  family("ticket", {
    names: "close_ticket resolve_ticket finish_ticket",
    slots: { ticket: "id ticket_id|ticket|id" },
    says: `
      (close|resolve|finish) (the |)ticket {ticket}
      mark ticket {ticket} as (closed|resolved|done)
      ~ticket {ticket} is done, close it
      ~ticket {ticket} can be closed
      can you close ticket {ticket}?
      set ticket {ticket} to closed`,
    takesLists: true,
  }),
  family("user", {
    names: "get_user find_user lookup_user user_info search_user get_customer find_customer",
    slots: { user: "person name|user|username|customer|query" },
    says: `
      (find|get|look up|show|fetch|search for) (the |)(user|customer) {user}
      who is the (user|customer) {user}?
      (show|get|give me) the (details|data|profile|account) of (user |){user}
      what do we know about (user|customer) {user}?
      pull up the account of {user}
      ~user {user}
      ~details of the customer {user}
      ~I need the data of user {user}
      can you look up {user} in the users?`,
    takesLists: true,
    gives: "id=number name=person",
  }),
  family("new user", {
    names: "create_user add_user new_user register_user invite_user",
    slots: {
      user: "person name|username|user",
      "email?": "email email|mail",
      "role?": "role role",
    },
    says: `
      (create|add|make|register) (a|the) user {user}
      (create|add) an account for {user}
      (create|add) a user {user} with (the |)email {email}
      (create|add) {user} as (a |)user with role {role}
      add {user} as {role}
      add the user {user}, email {email}, role {role}
      invite {user} as {role}
      ~new user {user}
      ~new user: {user}, {email}
      can you add {user} as a user?
      sign up {user} with {email}`,
  }),
  family("shopping list", {
    names: "add_to_shopping_list add_groceries shopping_list_add buy_list",
    slots: { items: "list items|products|entries" },
    says: `
      add {items} to (my|the) shopping list
      put {items} on the shopping list
      ~I need {items} from the shop, put them on the list
      ~we're out of {items}, put them on the shopping list
      ~shopping list: {items}
      can you put {items} on the shopping list?`,
  }),
];
