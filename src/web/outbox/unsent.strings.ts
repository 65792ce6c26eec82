/** Apart from the other texts of the outbox, which load later. */
export const unsentStrings = { unsent: 'Not sent yet' } as const
