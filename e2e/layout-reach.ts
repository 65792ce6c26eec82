/**
 * Boxes of a page: what is painted, what clips it, and where scrolling can bring it. Runs in the page; see
 * layout-faults.ts.
 */

export interface Edges {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** How much of a box can be brought into sight, and where it is in sight now. */
export interface Reach {
  readonly width: number
  readonly height: number
  readonly now: Edges
  /** What clips it sideways, or up and down, for good. */
  readonly cutBy: Element | null
}

export interface TextLine {
  readonly element: Element
  readonly words: string
  readonly box: Edges
  readonly reach: Reach
}

/** An element’s box and how far it is scrolled, in one place of everything that scrolls. */
interface Frame {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Rounding of boxes and of letters that lean. */
export const SLACK_PX = 2

/** Styles, clips and reach of elements, each found out once: a page is asked for thousands of them in each window. */
export class PageLook {
  readonly #styles = new Map<Element, CSSStyleDeclaration>()
  readonly #shown = new Map<Element, boolean>()
  readonly #outer = new Map<Element, Element | null>()
  readonly #holders = new Map<Element, boolean>()
  readonly #frames = new Map<Element, Frame>()

  style(element: Element): CSSStyleDeclaration {
    let style = this.#styles.get(element)
    if (!style) this.#styles.set(element, (style = getComputedStyle(element)))
    return style
  }

  /** Painted, if nothing clips it: not what is only there for screen readers, or waits to be hovered. */
  isShown(element: Element): boolean {
    const known = this.#shown.get(element)
    if (known !== undefined) return known
    const style = this.style(element)
    const above = element.parentElement
    const isShown =
      (above === null || this.isShown(above)) &&
      style.display !== 'none' &&
      Number(style.opacity) > 0.05 &&
      element.checkVisibility() &&
      !this.#isForReadersOnly(element, style)
    this.#shown.set(element, isShown)
    return isShown
  }

  #isForReadersOnly(element: Element, style: CSSStyleDeclaration): boolean {
    if (
      style.clipPath.startsWith('inset(50%') ||
      style.clipPath.startsWith('inset(100%') ||
      /^rect\((0|1)px,? (0|1)px/.test(style.clip)
    )
      return true
    return (
      style.position === 'absolute' &&
      style.overflowX !== 'visible' &&
      element.clientWidth <= 1 &&
      element.clientHeight <= 1
    )
  }

  /** A control that is drawn by another, as a file field by its button. */
  isWithout(element: Element): boolean {
    if (this.style(element).visibility !== 'visible') return true
    if (element instanceof HTMLInputElement && element.type === 'file') return true
    return (
      element.closest('[inert]') !== null ||
      (element.getAttribute('tabindex') === '-1' && element.getAttribute('aria-hidden') === 'true')
    )
  }

  /** Lines of the text that stands in the element itself. */
  lines(element: Element): TextLine[] {
    const nodes = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
    if (
      nodes.length === 0 ||
      element.matches('script, style, noscript, option, textarea, title') ||
      this.style(element).visibility !== 'visible'
    )
      return []
    return nodes.flatMap((node) => {
      const range = document.createRange()
      range.selectNodeContents(node)
      const boxes = [...range.getClientRects()].filter((box) => box.width >= 1 && box.height >= 1)
      return boxes.map((box) => ({
        element,
        words: node.nodeValue?.trim() ?? '',
        box,
        reach: this.reach(element, box, true),
      }))
    })
  }

  /**
   * Goes out through everything that clips or scrolls: `own` asks the element's own clip too, which cuts its text but
   * not its frame.
   */
  reach(element: Element, from: Edges, own: boolean): Reach {
    let box = from
    let now = from
    let cutBy: Element | null = null
    let position = own ? 'static' : this.style(element).position
    let at = own && this.#matters(element) ? element : this.#outerOf(element)
    for (; at && at !== document.documentElement; at = this.#outerOf(at)) {
      const style = this.style(at)
      const passes = position === 'fixed' ? !this.#holdsFixed(style) : position === 'absolute' && !this.#isHolder(at)
      if (passes) continue
      position = style.position
      if (style.display === 'inline' || style.display === 'contents') continue
      if (at === document.body && this.style(document.documentElement).overflowX === 'visible') continue
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue
      const through = this.#through(at, style, box)
      if (through.isCut) cutBy ??= at
      box = through.box
      now = meet(now, through.inner)
    }
    const window = this.#throughWindow(box, position === 'fixed')
    if (window.isCut) cutBy ??= document.documentElement
    return {
      width: widthOf(window.box),
      height: heightOf(window.box),
      now: meet(now, { left: 0, top: 0, right: innerWidth, bottom: innerHeight }),
      cutBy,
    }
  }

  /** Clips, scrolls, or is what others are positioned in. */
  #matters(element: Element): boolean {
    const { overflowX, overflowY } = this.style(element)
    return overflowX !== 'visible' || overflowY !== 'visible' || this.#isHolder(element)
  }

  #outerOf(element: Element): Element | null {
    let outer = this.#outer.get(element)
    if (outer === undefined) {
      const above = element.parentElement
      outer = above === null || this.#matters(above) ? above : this.#outerOf(above)
      this.#outer.set(element, outer)
    }
    return outer
  }

  #isHolder(element: Element): boolean {
    let isHolder = this.#holders.get(element)
    if (isHolder === undefined) {
      const style = this.style(element)
      isHolder =
        style.position !== 'static' ||
        this.#holdsFixed(style) ||
        style.contain !== 'none' ||
        style.containerType !== 'normal'
      this.#holders.set(element, isHolder)
    }
    return isHolder
  }

  #holdsFixed({ transform, translate, filter }: CSSStyleDeclaration): boolean {
    return transform !== 'none' || translate !== 'none' || filter !== 'none'
  }

  /** Within its borders, without its scrollbars. */
  #frame(element: Element): Frame {
    let frame = this.#frames.get(element)
    if (!frame) {
      const { left, top } = element.getBoundingClientRect()
      this.#frames.set(
        element,
        (frame = {
          left: left + element.clientLeft,
          top: top + element.clientTop,
          width: element.clientWidth,
          height: element.clientHeight,
        }),
      )
    }
    return frame
  }

  /** Where a box ends up once the one around it is scrolled to it, and what is then left of it. */
  #through(
    around: Element,
    style: CSSStyleDeclaration,
    box: Edges,
  ): { readonly box: Edges; readonly inner: Edges; readonly isCut: boolean } {
    const { left, top, width, height } = this.#frame(around)
    const across = along(box.left, box.right, left, width, around.scrollLeft, around.scrollWidth, style.overflowX)
    const down = along(box.top, box.bottom, top, height, around.scrollTop, around.scrollHeight, style.overflowY)
    const clips = (overflow: string) => (overflow === 'visible' ? Infinity : 0)
    return {
      box: { left: across.from, right: across.to, top: down.from, bottom: down.to },
      inner: {
        left: left - clips(style.overflowX),
        right: left + width + clips(style.overflowX),
        top: top - clips(style.overflowY),
        bottom: top + height + clips(style.overflowY),
      },
      isCut: across.isCut || down.isCut,
    }
  }

  #throughWindow(box: Edges, isFixed: boolean): { readonly box: Edges; readonly isCut: boolean } {
    const root = document.documentElement
    const own = this.style(root)
    const style = own.overflowX === 'visible' && own.overflowY === 'visible' ? this.style(document.body) : own
    const how = (overflow: string) => (isFixed ? 'hidden' : overflow === 'visible' ? 'auto' : overflow)
    const across = along(box.left, box.right, 0, root.clientWidth, scrollX, root.scrollWidth, how(style.overflowX))
    const down = along(box.top, box.bottom, 0, root.clientHeight, scrollY, root.scrollHeight, how(style.overflowY))
    return {
      box: { left: across.from, right: across.to, top: down.from, bottom: down.to },
      isCut: across.isCut || down.isCut,
    }
  }

  /**
   * Of elements of which the look finds something where they are, those of which it does wherever they can be scrolled
   * to, each with what it found: null, and an element is left out; undefined, and nothing is known of it there. One
   * scroll brings many into sight: all that still wait are looked at, `isAsked` says for which it was.
   */
  whereverScrolled<T>(
    elements: readonly Element[],
    look: (element: Element, isAsked: boolean) => T | null | undefined,
  ): Map<Element, T> {
    const found = new Map<Element, T>()
    const waiting = new Set(elements)
    const places = new Map<Element, readonly [number, number]>()
    const ask = (element: Element, isAsked: boolean) => {
      const answer = look(element, isAsked)
      if (answer === null) waiting.delete(element)
      else if (answer !== undefined) found.set(element, answer)
    }
    for (const element of elements) ask(element, true)
    for (const share of [0.5, 0.2, 0.8]) {
      for (const element of elements) {
        if (!waiting.has(element)) continue
        this.#bringIntoSight(element, share, places)
        for (const other of waiting) ask(other, other === element)
        // Where it never comes into sight there is nothing over it either.
        if (!found.has(element)) waiting.delete(element)
      }
    }
    for (const [at, [left, top]] of places) at.scrollTo({ left, top, behavior: 'instant' })
    this.#frames.clear()
    return new Map(
      [...waiting].flatMap((element) => {
        const answer = found.get(element)
        return answer === undefined ? [] : [[element, answer] as const]
      }),
    )
  }

  /** Scrolls what scrolls, and nothing else, until the middle of the element is at this share of its height. */
  #bringIntoSight(element: Element, share: number, places: Map<Element, readonly [number, number]>): void {
    for (let at = element.parentElement; at; at = at.parentElement) {
      const style = this.style(at)
      const isRoot = at === document.documentElement
      const scrolls = (overflow: string) =>
        overflow === 'auto' || overflow === 'scroll' || (isRoot && overflow === 'visible')
      if (!scrolls(style.overflowX) && !scrolls(style.overflowY)) continue
      if (at.scrollWidth <= at.clientWidth && at.scrollHeight <= at.clientHeight) continue
      if (!places.has(at)) places.set(at, [at.scrollLeft, at.scrollTop])
      const box = element.getBoundingClientRect()
      const frame = isRoot ? new DOMRect(0, 0, innerWidth, innerHeight) : at.getBoundingClientRect()
      if (scrolls(style.overflowX)) at.scrollLeft += (box.left + box.right - frame.left - frame.right) / 2
      if (scrolls(style.overflowY)) at.scrollTop += (box.top + box.bottom) / 2 - frame.top - share * frame.height
    }
    this.#frames.clear()
  }

  /** A rule for all would have the whole page styled anew, twice. */
  whileStyled<T>(elements: readonly Element[], property: string, value: string, look: () => T): T {
    const styles = elements
      .filter((element) => element instanceof HTMLElement || element instanceof SVGElement)
      .map(({ style }) => style)
    const before = styles.map(
      (style) => [style.getPropertyValue(property), style.getPropertyPriority(property)] as const,
    )
    for (const style of styles) style.setProperty(property, value, 'important')
    try {
      return look()
    } finally {
      for (const [index, style] of styles.entries()) {
        const [was, priority] = before[index] ?? ['', '']
        style.setProperty(property, was, priority)
      }
    }
  }

  /** Hides what lies under it. */
  isOpaque(element: Element): boolean {
    const style = this.style(element)
    if (Number(style.opacity) < 0.5 || style.visibility !== 'visible') return false
    if (element.matches('img, video')) return true
    const [, alpha] = /[,/] *([\d.]+%?)\)$/.exec(style.backgroundColor) ?? []
    const isClear =
      style.backgroundColor === 'transparent' ||
      (alpha !== undefined &&
        /^rgba|\//.test(style.backgroundColor) &&
        Number.parseFloat(alpha) / (alpha.endsWith('%') ? 100 : 1) < 0.6)
    return !isClear
  }
}

/** One axis of a box in one that clips or scrolls it. */
function along(
  from: number,
  to: number,
  start: number,
  room: number,
  scrolled: number,
  extent: number,
  overflow: string,
): { readonly from: number; readonly to: number; readonly isCut: boolean } {
  if (overflow === 'visible') return { from, to, isCut: false }
  const end = start + room
  if (overflow === 'hidden' || overflow === 'clip') {
    const cut = { from: Math.min(Math.max(from, start), end), to: Math.max(Math.min(to, end), start) }
    return { ...cut, isCut: to - from - (cut.to - cut.from) > SLACK_PX }
  }
  const first = Math.max(0, from - start + scrolled)
  // A fieldset counts its legend in the one and not in the other.
  const last = Math.min(Math.max(extent, room), to - start + scrolled)
  const length = Math.min(Math.max(0, last - first), room)
  const place = Math.min(Math.max(from, start), end - length)
  return { from: place, to: place + length, isCut: to - from - Math.max(0, last - first) > SLACK_PX }
}

export function meet(one: Edges, other: Edges): Edges {
  return {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  }
}

export function widthOf({ left, right }: Edges): number {
  return Math.max(0, right - left)
}

export function heightOf({ top, bottom }: Edges): number {
  return Math.max(0, bottom - top)
}

export function isInSight({ now }: Reach): boolean {
  return widthOf(now) > 1 && heightOf(now) > 1
}
