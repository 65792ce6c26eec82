export const qualityStrings = {
  noOpus:
    'The connection is slow, and this browser cannot play the smaller Opus stream. The original goes on, with pauses.',
} as const
