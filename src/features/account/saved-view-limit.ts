/** Saved views of one user, of all lists. Outside of the contract, so that pages do not load its zod shapes. */
export const MOST_SAVED_VIEWS = 50
