/** What one can nod with: one sign, never a sentence. */
export const noteReactions = ['👍', '❤️', '🔥', '🎧', '🤔'] as const
export type NoteEmoji = (typeof noteReactions)[number]
