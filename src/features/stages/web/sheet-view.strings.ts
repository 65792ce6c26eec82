/** Apart from the words of the sheet, which load with it. */
export const sheetViewStrings = { label: 'Sheet' } as const
