/** Of one project, revoked ones left out. */
export const MOST_SHARES = 500
/** Persons who get a link of their own in one go. */
export const MOST_PERSONS = 50
export const MESSAGE_LENGTH = 2000
