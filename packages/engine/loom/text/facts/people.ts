import type { Random } from "../random.ts";
import { asTitle, inventedWord } from "../words.ts";
import { byComma } from "../lists.ts";

/** Given names. */
export const givenNames: readonly string[] = byComma(`
  Anna, Tom, Bob, Alice, Max, Lily, Sam, Kate, John, Mary, Paul, Emma, Jack, Lucy, Ben, Zoe, Leo, Mia, Dan, Eva, Carl,
  Nina, Hugo, Rosa, Peter, Sara, David, Julia, Oscar, Clara, Felix, Ida, Simon, Vera, Adam, Ruth, Ivan, Olga, Karl,
  Lena, Mark, Nora, Omar, Rita, James, Robert, Michael, William, Richard, Thomas, Charles, Daniel, Matthew, Anthony,
  Steven, Andrew, Joshua, Kevin, Brian, George, Edward, Ronald, Timothy, Jason, Jeffrey, Ryan, Jacob, Gary, Nicholas,
  Eric, Stephen, Jonathan, Larry, Justin, Scott, Brandon, Frank, Gregory, Raymond, Patrick, Alexander, Dennis, Jerry,
  Tyler, Aaron, Henry, Nathan, Douglas, Zachary, Kyle, Walter, Harold, Jeremy, Ethan, Keith, Roger, Noah, Terry, Sean,
  Austin, Arthur, Lawrence, Jesse, Dylan, Bryan, Joe, Jordan, Billy, Bruce, Albert, Willie, Gabriel, Logan, Alan,
  Juan, Wayne, Roy, Ralph, Randy, Eugene, Vincent, Russell, Louis, Philip, Bobby, Johnny, Patricia, Jennifer, Linda,
  Elizabeth, Barbara, Susan, Jessica, Karen, Lisa, Nancy, Betty, Sandra, Margaret, Ashley, Kimberly, Emily, Donna,
  Michelle, Carol, Amanda, Melissa, Deborah, Stephanie, Rebecca, Laura, Sharon, Cynthia, Dorothy, Amy, Kathleen,
  Angela, Shirley, Brenda, Pamela, Nicole, Samantha, Katherine, Christine, Helen, Debra, Rachel, Carolyn, Janet, Maria,
  Catherine, Heather, Diane, Olivia, Julie, Joyce, Victoria, Kelly, Christina, Joan, Evelyn, Judith, Megan, Andrea,
  Cheryl, Hannah, Jacqueline, Martha, Gloria, Teresa, Ann, Madison, Frances, Jean, Alexis, Jade, Abigail, Ella, Sophia,
  Grace, Denise, Amber, Doris, Marilyn, Danielle, Beverly, Isabella, Theresa, Diana, Natalie, Brittany, Charlotte,
  Marie, Kayla, Lori, Priya, Amir, Yuki, Hiro, Mei, Chen, Fatima, Ali, Hassan, Layla, Aisha, Ravi, Anil, Sofia, Diego,
  Carlos, Luis, Elena, Marco, Giulia, Pierre, Claire, Jonas, Lukas, Greta, Lars, Astrid, Sven, Freya, Kofi, Zara, Nadia
`);

/** Cities. */
export const cityNames: readonly string[] = byComma(`
  Paris, London, Tokyo, Berlin, Rome, Madrid, Oslo, Cairo, Lima, Delhi, Seoul, Dublin, Boston, Vienna, Prague, Lisbon,
  Athens, Zurich, Munich, Chicago, Toronto, Sydney, Nairobi, Mumbai, Kyoto, Milan, Geneva, Hamburg, Denver, Dallas,
  Austin, Stockholm, Helsinki, Warsaw, Budapest, Brussels, Amsterdam, Copenhagen, Barcelona, Venice, Florence, Naples,
  Lyon, Nice, Porto, Seville, Krakow, Riga, Moscow, Istanbul, Ankara, Dubai, Bangkok, Hanoi, Manila, Jakarta, Shanghai,
  Beijing, Osaka, Singapore, Melbourne, Perth, Auckland, Montreal, Vancouver, Seattle, Portland, Houston, Miami,
  Atlanta, Detroit, Phoenix, Havana, Bogota, Quito, Santiago, Lagos, Accra, Tunis, Casablanca, Bern, Leeds, Glasgow,
  Liverpool, Manchester, New York, San Francisco, Los Angeles, Hong Kong, Mexico City, Cape Town, Buenos Aires
`);

/** Jobs, each with the article "a" or "an" before it. */
export const jobs: readonly string[] = byComma(`
  teacher, doctor, nurse, farmer, painter, singer, dancer, baker, pilot, cook, chef, driver, lawyer, engineer, student,
  writer, actor, dentist, plumber, carpenter, electrician, gardener, waiter, cashier, manager, designer, programmer,
  developer, scientist, journalist, librarian, firefighter, police officer, soldier, sailor, fisherman, butcher, tailor,
  hairdresser, mechanic, architect, accountant, banker, judge, translator, photographer, musician, poet, coach, vet,
  pharmacist, postman, secretary, salesman, builder, miner, potter, clerk, editor, analyst, consultant, barista,
  bus driver, tour guide, data scientist, software engineer
`);

/** Animals that people keep. */
export const pets: readonly string[] = byComma(
  "dog, cat, hamster, rabbit, parrot, horse, goldfish, turtle, pony, puppy, kitten, bird, snake, mouse",
);

/** Names of pets. */
export const petNames: readonly string[] = byComma(`
  Rex, Bella, Luna, Buddy, Max, Charlie, Coco, Rocky, Daisy, Milo, Lucky, Molly, Bruno, Ginger, Shadow, Simba, Nala,
  Oreo, Pepper, Snowy, Tiger, Toby, Felix, Whiskers, Biscuit, Fluffy, Spot, Bruce, Kiwi, Mango
`);

/** A given name, invented now and then, so that names are copied and not remembered. */
export function anyPerson(random: Random): string {
  return random.chance(0.85) ? random.pick(givenNames) : asTitle(inventedWord(random));
}

/** A city, invented now and then. */
export function anyTown(random: Random): string {
  return random.chance(0.88) ? random.pick(cityNames) : asTitle(inventedWord(random));
}
