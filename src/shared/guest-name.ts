/** Where a guest's name is on record, it says that it was a guest's. */
const mark = ' (guest)'

export function markedGuest(name: string): string {
  return name + mark
}

export function isMarkedGuest(name: string): boolean {
  return name.endsWith(mark)
}

export function unmarkedGuest(name: string): string {
  return isMarkedGuest(name) ? name.slice(0, -mark.length) : name
}
