/** Where a menu opens, in window pixels: a button's box, or a point without size. */
export interface MenuPlace {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** Focuses the first row at once. */
  readonly byKeyboard: boolean
}

export function boxOf(element: Element, byKeyboard: boolean): MenuPlace {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { left, top, width, height, byKeyboard }
}

export function pointAt(left: number, top: number, byKeyboard: boolean): MenuPlace {
  return { left, top, width: 1, height: 1, byKeyboard }
}
