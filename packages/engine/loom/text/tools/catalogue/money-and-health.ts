import { family, type Family } from "../family.ts";

/** Banks, invoices, stocks, meals and workouts. */
export const moneyAndHealth: readonly Family[] = [
  family("currency", {
    names: "convert_currency currency_convert exchange convert_money currency_converter",
    slots: {
      amount: "amount amount|value|sum",
      from: "currency from|from_currency|source|base",
      to: "currency to|to_currency|target",
    },
    says: `
      convert {amount} {from} (to|into) {to}
      (change|exchange|turn) {amount} {from} (to|into) {to}
      how much is {amount} {from} in {to}?
      how many {to} (is|are|do I get for) {amount} {from}?
      what is {amount} {from} in {to}?
      what's {amount} {from} worth in {to}?
      ~{amount} {from} in {to}
      ~{amount} {from} to {to}
      ~I have {amount} {from}, how much is that in {to}?
      ~I need {amount} {from} in {to}
      can you convert {amount} {from} to {to}?`,
    gives: "amount=amount",
  }),
  family("exchange rate", {
    names: "get_exchange_rate exchange_rate currency_rate get_rate fx_rate",
    slots: { from: "currency from|base|from_currency", to: "currency to|quote|target" },
    says: `
      what's the exchange rate (from|of) {from} to {to}?
      what is the rate (of|between|from) {from} (to|and) {to}?
      how does {from} stand against {to}?
      (get|check|show|look up|tell me) the exchange rate from {from} to {to}
      (get|check) the {from} to {to} rate
      ~exchange rate {from} {to}
      ~{from} to {to} rate
      how is {from} doing against {to}?`,
    gives: "rate=amount",
  }),
  family("units", {
    names: "convert_units unit_convert convert unit_converter convert_measurement",
    slots: {
      value: "amount value|amount|number|quantity",
      from: "unit from|from_unit|source",
      to: "unit to|to_unit|target",
    },
    says: `
      convert {value} {from} (to|into) {to}
      (change|turn) {value} {from} (to|into) {to}
      how many {to} (is|are|make) {value} {from}?
      how much is {value} {from} in {to}?
      what is {value} {from} in {to}?
      what's {value} {from} in {to}?
      ~{value} {from} in {to}
      ~{value} {from} to {to}
      ~I need {value} {from} in {to}
      can you convert {value} {from} to {to}?`,
    gives: "value=amount",
  }),
  family("share price", {
    names: "get_stock_price stock_price stock_quote get_quote share_price",
    slots: { symbol: "symbol symbol|ticker|stock|company" },
    says: `
      what's the (stock |share |)price of {symbol}?
      what's {symbol} trading at?
      how is the {symbol} stock doing?
      how much is (a|one) {symbol} share?
      (get|check|show|look up|tell me) the (stock|share) price (of|for) {symbol}
      (get|check) the {symbol} stock
      ~{symbol} stock
      ~{symbol} stock price
      ~share price of {symbol}
      can you check the stock {symbol}?`,
    takesLists: true,
    gives: "price=amount",
  }),
  family("trade", {
    names: "buy_stock buy_shares place_trade sell_shares",
    slots: { symbol: "symbol symbol|ticker|stock", count: "few shares|quantity|amount|count" },
    says: `
      (buy|order|get me) {count} shares of {symbol}
      (buy|order) {count} {symbol} shares
      (buy|trade) {count} of {symbol}
      ~I want {count} shares of {symbol}
      ~{count} {symbol} shares please
      can you trade {count} shares of {symbol}?`,
  }),
  family("balance", {
    names: "get_balance account_balance check_balance bank_balance",
    slots: { "account?": "service account|account_name|account_id" },
    says: `
      what's my (bank |account |)balance?
      how much is on my account?
      how much money do I have?
      (show|check|get|tell me) my (bank |account |)balance
      ~balance?
      ~my balance
      what's the balance of the {account} account?
      (show|check|get) the balance (of|on) the {account} account
      how much is on the {account} account?
      ~balance of {account}
      can you check the {account} balance?`,
    gives: "balance=amount",
  }),
  family("transfer", {
    names: "transfer_money send_money transfer pay bank_transfer make_payment",
    slots: {
      amount: "amount amount|sum|value",
      to: "person to|recipient|payee|name",
      "note?": "title note|reference|reason",
    },
    says: `
      (transfer|send|pay) {amount} to {to}
      (transfer|send|pay) {amount} (dollars|euros) to {to}
      (send|pay) {to} {amount}
      (send|pay) {to} {amount} (dollars|euros)
      pay {to} {amount} for {note}
      transfer {amount} to {to} with the note {note}
      transfer {amount} euros to {to} for {note}
      ~I owe {to} {amount}, pay it
      ~I want to (send|transfer) {amount} to {to}
      ~{to} gets {amount} from me
      ~{amount} to {to}
      can you (send|transfer) {amount} to {to}?
      give {to} {amount} dollars`,
  }),
  family("invoice", {
    names: "create_invoice send_invoice new_invoice make_invoice bill_customer",
    slots: { to: "company customer|client|to|company", amount: "amount amount|total|sum" },
    says: `
      (create|write|make|send) an invoice (for|to) {to} (for|over|of) {amount}
      (create|send) {to} an invoice (for|over|of) {amount}
      bill {to} {amount}
      (charge|bill) {to} {amount} dollars
      invoice {to} for {amount}
      ~new invoice: {to}, {amount}
      ~{to} owes us {amount}, send an invoice
      can you send {to} an invoice for {amount}?`,
  }),
  family("invoice", {
    names: "pay_invoice settle_invoice pay_bill",
    slots: { invoice: "id invoice_id|invoice|number|id" },
    says: `
      pay (the |)(invoice|bill) {invoice}
      (settle|pay off) invoice {invoice}
      ~invoice {invoice} has to be paid
      ~I want to pay invoice {invoice}
      can you pay invoice {invoice}?
      take care of bill {invoice}`,
    takesLists: true,
  }),
  family("expense", {
    names: "add_expense log_expense record_expense track_expense",
    slots: {
      amount: "amount amount|sum|cost|price",
      what: "product category|item|for|description",
    },
    says: `
      (add|log|record|track) an expense of {amount} for {what}
      (add|log|record) {amount} for {what}
      ~I spent {amount} on {what}
      ~I paid {amount} for {what}
      ~{what} cost me {amount}, log it
      ~expense: {amount} for {what}
      write down that I spent {amount} on {what}
      note an expense of {amount} dollars for {what}`,
    takesLists: false,
  }),
  family("recipe", {
    names: "get_recipe find_recipe recipe search_recipes recipe_search",
    slots: {
      dish: "food dish|food|query|name|ingredient",
      "servings?": "few servings|people|persons",
    },
    says: `
      how do I (make|cook|prepare) {dish}?
      (find|get|give me|show|look up) a recipe for {dish}
      (find|get|give me) a recipe for {dish} for {servings} people
      (find|show) a {dish} recipe
      what can I cook with {dish}?
      ~recipe for {dish}
      ~{dish} recipe
      ~I want to (cook|make) {dish}
      ~I want to cook {dish} for {servings} people
      how do I cook {dish} for {servings}?
      can you find a recipe for {dish}?`,
    takesLists: true,
    gives: "title=title minutes=many",
  }),
  family("calories", {
    names: "get_calories calories calorie_lookup nutrition_info count_calories",
    slots: { food: "food food|item|name|dish", "grams?": "many grams|amount|weight" },
    says: `
      what are the calories of {food}?
      how many calories are in {food}?
      how many calories do {grams} grams of {food} have?
      (get|look up|tell me|show) the calories (of|in|for) {food}
      (get|look up) the calories of {grams} grams of {food}
      is {food} fattening?
      ~calories in {food}
      ~{food} calories
      ~calories of {grams} g {food}
      ~I ate {food}, how many calories is that?`,
    takesLists: true,
    gives: "calories=many",
  }),
  family("workout", {
    names: "log_workout add_workout record_workout track_exercise log_exercise",
    slots: {
      kind: "workout type|exercise|activity|workout",
      minutes: "many minutes|duration|mins",
    },
    says: `
      log {minutes} minutes of {kind}
      (log|add|record|track) {kind} for {minutes} minutes
      (log|add|record) a workout: {kind}, {minutes} minutes
      ~I did {minutes} minutes of {kind}
      ~I did {kind} for {minutes} minutes
      ~{minutes} minutes of {kind} today
      ~{kind} {minutes} min
      can you log {minutes} minutes of {kind}?
      save {minutes} minutes {kind}`,
  }),
  family("weight", {
    names: "log_weight record_weight add_weight save_weight",
    slots: { value: "amount weight|value|kg" },
    says: `
      (log|record|save) my weight: {value}
      (log|record|save) a weight of {value} kg
      ~I weigh {value} kg
      ~I weigh {value} today
      ~my weight is {value}
      ~weight {value} kg
      note that I weigh {value} kg`,
  }),
  family("appointment", {
    names: "book_appointment make_appointment schedule_appointment",
    slots: { who: "person doctor|with|name", when: "moment when|date|time" },
    says: `
      (book|make|get me) an appointment with (Dr. |){who} {when}
      (book|make) an appointment with {who} for {when}
      ~I need to see (Dr. |){who} {when}
      ~appointment with {who}, {when}
      ~I need an appointment with {who} {when}
      can I see {who} {when}?
      can you book me in with {who} {when}?`,
  }),
];
