/** Reactions: a single emoji each. */
export const noteReactions = ['👍', '❤️', '🔥', '🎧', '🤔'] as const
export type NoteEmoji = (typeof noteReactions)[number]
