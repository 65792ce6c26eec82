/** Texts in files that people print or read; always English. */
export const sheetStrings = {
  someone: 'Former member',
  columns: { time: 'Time', note: 'Note', author: 'Author', state: 'State' },
  states: { open: 'Open', fixed: 'Fixed', verified: 'Verified' },
  fixedIn: (number: number) => `Fixed in v${number}`,
  from: (number: number) => `from v${number}`,
  fromUnsurely: (number: number) => `from v${number}, place unsure`,
  fromCut: (number: number, cutIn: number) => `from v${number}, its place was cut in v${cutIn}`,
  fromPartlyCut: (number: number, cutIn: number) => `from v${number}, part of its place was cut in v${cutIn}`,
  counts: {
    open: (count: number) => (count === 1 ? '1 open note' : `${count} open notes`),
    fixed: (count: number) => (count === 1 ? '1 fixed note' : `${count} fixed notes`),
    all: (count: number) => (count === 1 ? '1 note' : `${count} notes`),
  },
  nothing: 'No notes on this version.',
  printed: (day: string) => `Printed ${day}`,
  uploaded: (day: string) => `uploaded ${day}`,
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  unprintable: (sign: string) => `${sign} replaces a character that the print font does not have.`,
} as const
