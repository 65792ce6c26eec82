/**
 * Runs in the page, and is read there as text: it imports nothing. Knows no screen of ours, only boxes, text and what lies on what.
 * A box that scrolls sideways on purpose says so by `overscroll-behavior-x`, which it needs anyway: a swipe past its end would leave the page.
 */

export interface LayoutFault {
  readonly kind: 'cut' | 'unmarked' | 'narrow' | 'outside' | 'covered' | 'overlap' | 'sideways' | 'squeezed'
  /** What it is and where, in words that let one find it. */
  readonly what: string
}

export interface LayoutScope {
  /** A dialog or menu that is open: what lies behind it is covered on purpose. */
  readonly within: string
  /** Left out with all that is in it. */
  readonly without: string | null
}

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** How much of a box can be brought into sight, and where it is in sight now. */
interface Reach {
  readonly width: number
  readonly height: number
  readonly now: Box
  /** What clips it sideways, or up and down, for good. */
  readonly cutBy: Element | null
}

interface TextLine {
  readonly element: Element
  readonly words: string
  readonly box: Box
  readonly reach: Reach
}

const CONTROLS = 'button, a[href], input:not([type="hidden"]), select, textarea, summary, [role="button"], [role="link"], [role="tab"], [role="switch"], [role="checkbox"], [role="radio"], [role="slider"], [role^="menuitem"], [role="option"], [contenteditable="true"]'
const TITLES = 'h1, h2, h3, h4, [aria-current="page"], tr a[href], li a[href], [role="row"] a[href], [role="listitem"] a[href]'
const FIELDS = 'input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"]), textarea, select'
/** Letters that one can still make sense of, with the width of an ellipsis. */
const LETTERS = 5
const TITLE_PX = 120
const CONTROL_PX = 12
const FIELD_PX = 48
/** A list of which less is in sight is no list: a line and a half of what people write. */
const LIST_PX = 72
/** Rounding of boxes and of letters that lean. */
const SLACK_PX = 2

export function findLayoutFaults({ within, without }: LayoutScope): LayoutFault[] {
  const roots = [...document.querySelectorAll(within)]
  const isLeftOut = (element: Element) => without !== null && element.closest(without) !== null
  const page = new PageLook()
  const elements = roots.flatMap((root) => [root, ...root.querySelectorAll('*')]).filter((element) => !isLeftOut(element) && page.isShown(element))
  // An ellipsis takes the rest of its line away; how long it would be is known without it.
  const lines = page.whileStyled('* { text-overflow: clip !important }', () => elements.flatMap((element) => page.lines(element)))
  const controls = elements.filter((element) => element.matches(CONTROLS) && !page.isWithout(element))
  const faults = [
    ...textFaults(page, lines),
    ...controls.flatMap((control) => controlFaults(page, control)),
    ...elements.flatMap((element) => scrollFaults(page, element)),
    // From here on all that is painted can be asked about, not only what can be pressed.
    ...page.whileStyled('*, *::before, *::after { pointer-events: auto !important }', () => [...coveredLines(page, lines), ...overlaps(page, lines)]),
  ]
  const told = new Map(faults.map((fault) => [`${fault.kind} ${fault.what}`, fault]))
  return [...told.values()]
}

/** Styles, clips and reach of elements, each found out once. */
class PageLook {
  readonly #styles = new Map<Element, CSSStyleDeclaration>()
  readonly #shown = new Map<Element, boolean>()

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
    const isShown = (above === null || this.isShown(above)) && style.display !== 'none' && Number(style.opacity) > 0.05 && !this.#isForReadersOnly(element, style)
    this.#shown.set(element, isShown)
    return isShown
  }

  #isForReadersOnly(element: Element, style: CSSStyleDeclaration): boolean {
    if (style.clipPath.startsWith('inset(50%') || style.clipPath.startsWith('inset(100%') || /^rect\((0|1)px,? (0|1)px/.test(style.clip)) return true
    return style.position === 'absolute' && style.overflowX !== 'visible' && element.clientWidth <= 1 && element.clientHeight <= 1
  }

  /** A control that is drawn by another, as a file field by its button. */
  isWithout(element: Element): boolean {
    if (this.style(element).visibility !== 'visible') return true
    if (element instanceof HTMLInputElement && element.type === 'file') return true
    return element.closest('[inert]') !== null || (element.getAttribute('tabindex') === '-1' && element.getAttribute('aria-hidden') === 'true')
  }

  /** Lines of the text that stands in the element itself. */
  lines(element: Element): TextLine[] {
    if (element.matches('script, style, noscript, option, textarea, title') || this.style(element).visibility !== 'visible') return []
    const lines: TextLine[] = []
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || !node.nodeValue?.trim()) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const box of range.getClientRects()) {
        if (box.width < 1 || box.height < 1) continue
        lines.push({ element, words: node.nodeValue.trim(), box, reach: this.reach(element, box, true) })
      }
    }
    return lines
  }

  /** Goes out through everything that clips or scrolls: `own` asks the element's own clip too, which cuts its text but not its frame. */
  reach(element: Element, from: Box, own: boolean): Reach {
    let box = from
    let now = from
    let cutBy: Element | null = null
    let position = own ? 'static' : this.style(element).position
    let at: Element | null = own ? element : element.parentElement
    for (; at && at !== document.documentElement; at = at.parentElement) {
      const style = this.style(at)
      const isHolder = style.position !== 'static' || style.transform !== 'none' || style.translate !== 'none' || style.filter !== 'none' || style.contain !== 'none' || style.containerType !== 'normal'
      const passes = position === 'fixed' ? style.transform === 'none' && style.translate === 'none' && style.filter === 'none' : position === 'absolute' && !isHolder
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
    return { width: Math.max(0, window.box.right - window.box.left), height: Math.max(0, window.box.bottom - window.box.top), now: meet(now, { left: 0, top: 0, right: innerWidth, bottom: innerHeight }), cutBy }
  }

  /** Where a box ends up once the one around it is scrolled to it, and what is then left of it. */
  #through(around: Element, style: CSSStyleDeclaration, box: Box): { readonly box: Box, readonly inner: Box, readonly isCut: boolean } {
    const frame = around.getBoundingClientRect()
    const left = frame.left + around.clientLeft
    const top = frame.top + around.clientTop
    const inner = { left, top, right: left + around.clientWidth, bottom: top + around.clientHeight }
    const across = along(box.left, box.right, left, around.clientWidth, around.scrollLeft, around.scrollWidth, style.overflowX)
    const down = along(box.top, box.bottom, top, around.clientHeight, around.scrollTop, around.scrollHeight, style.overflowY)
    const clips = (overflow: string) => (overflow === 'visible' ? Infinity : 0)
    return {
      box: { left: across.from, right: across.to, top: down.from, bottom: down.to },
      inner: { left: inner.left - clips(style.overflowX), right: inner.right + clips(style.overflowX), top: inner.top - clips(style.overflowY), bottom: inner.bottom + clips(style.overflowY) },
      isCut: across.isCut || down.isCut,
    }
  }

  #throughWindow(box: Box, isFixed: boolean): { readonly box: Box, readonly isCut: boolean } {
    const root = document.documentElement
    const own = this.style(root)
    const style = own.overflowX === 'visible' && own.overflowY === 'visible' ? this.style(document.body) : own
    const how = (overflow: string) => (isFixed ? 'hidden' : overflow === 'visible' ? 'auto' : overflow)
    const across = along(box.left, box.right, 0, root.clientWidth, scrollX, root.scrollWidth, how(style.overflowX))
    const down = along(box.top, box.bottom, 0, root.clientHeight, scrollY, root.scrollHeight, how(style.overflowY))
    return { box: { left: across.from, right: across.to, top: down.from, bottom: down.to }, isCut: across.isCut || down.isCut }
  }

  /** Answers what the look finds wherever what scrolls can bring the element: null as soon as it finds nothing in one place. */
  whereverScrolled<T>(element: Element, look: () => T | null): T | null {
    let found: T | null = null
    for (const share of [0.5, 0.2, 0.8]) {
      const undo = this.#bringIntoSight(element, share)
      try {
        found = look()
      } finally {
        undo()
      }
      if (found === null) return null
    }
    return found
  }

  /** Scrolls what scrolls, and nothing else, until the middle of the element is at this share of its height; gives back how to undo it. */
  #bringIntoSight(element: Element, share: number): () => void {
    const moved: (readonly [Element, number, number])[] = []
    for (let at = element.parentElement; at; at = at.parentElement) {
      const style = this.style(at)
      const isRoot = at === document.documentElement
      const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll' || (isRoot && overflow === 'visible')
      if (!scrolls(style.overflowX) && !scrolls(style.overflowY)) continue
      moved.push([at, at.scrollLeft, at.scrollTop])
      const box = element.getBoundingClientRect()
      const frame = isRoot ? new DOMRect(0, 0, innerWidth, innerHeight) : at.getBoundingClientRect()
      if (scrolls(style.overflowX)) at.scrollLeft += (box.left + box.right - frame.left - frame.right) / 2
      if (scrolls(style.overflowY)) at.scrollTop += (box.top + box.bottom) / 2 - frame.top - share * frame.height
    }
    return () => {
      for (const [at, left, top] of moved.toReversed()) at.scrollTo({ left, top, behavior: 'instant' })
    }
  }

  whileStyled<T>(css: string, look: () => T): T {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets.push(sheet)
    try {
      return look()
    } finally {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }

  /** Hides what lies under it. */
  isOpaque(element: Element): boolean {
    const style = this.style(element)
    if (Number(style.opacity) < 0.5 || style.visibility !== 'visible') return false
    if (element.matches('img, video')) return true
    const [, alpha] = /[,/] *([\d.]+%?)\)$/.exec(style.backgroundColor) ?? []
    const isClear = style.backgroundColor === 'transparent' || (alpha !== undefined && /^rgba|\//.test(style.backgroundColor) && Number.parseFloat(alpha) / (alpha.endsWith('%') ? 100 : 1) < 0.6)
    return !isClear
  }
}

/** One axis of a box in one that clips or scrolls it. */
function along(from: number, to: number, start: number, room: number, scrolled: number, extent: number, overflow: string): { readonly from: number, readonly to: number, readonly isCut: boolean } {
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

function meet(one: Box, other: Box): Box {
  return { left: Math.max(one.left, other.left), top: Math.max(one.top, other.top), right: Math.min(one.right, other.right), bottom: Math.min(one.bottom, other.bottom) }
}

function widthOf({ left, right }: Box): number {
  return Math.max(0, right - left)
}

function heightOf({ top, bottom }: Box): number {
  return Math.max(0, bottom - top)
}

function isInSight({ now }: Reach): boolean {
  return widthOf(now) > 1 && heightOf(now) > 1
}

/** Text that is cut to nothing, cut without a sign of it, or out of reach; titles that give way to lesser things. */
function textFaults(page: PageLook, lines: readonly TextLine[]): LayoutFault[] {
  const faults: LayoutFault[] = []
  for (const [element, own] of Map.groupBy(lines, (line) => oneLineOf(page, line.element))) {
    const readable = own.filter(({ box, reach }) => reach.height >= 0.66 * heightOf(box))
    const whole = own.reduce((sum, { box }) => sum + widthOf(box), 0)
    const shown = readable.reduce((sum, { reach }) => sum + reach.width, 0)
    if (whole - shown <= SLACK_PX * own.length) continue
    const words = own[0]?.words ?? ''
    const letter = whole / Math.max(1, [...new Set(own.map((line) => line.words))].join('').length)
    const what = `${describe(element)}: ${Math.round(shown)} of ${Math.round(whole)} px of “${words.slice(0, 40)}”`
    const clip = own.find(({ reach }) => reach.cutBy !== null)?.reach.cutBy ?? null
    if (shown < 1 && comesWithFocus(page, element)) continue
    if (shown < 1) faults.push({ kind: 'outside', what: `${what}, clipped by ${clip ? describe(clip) : 'what scrolls'}` })
    else if (shown < Math.min(whole - SLACK_PX, LETTERS * letter)) faults.push({ kind: 'cut', what })
    else if (clip && !isMarked(page, element, clip)) faults.push({ kind: 'unmarked', what: `${what}, clipped by ${describe(clip)}` })
    if (shown >= 1 && shown < TITLE_PX && own.length === 1 && isTitle(page, element) && hasWholeNeighbour(element, own[0], lines)) faults.push({ kind: 'narrow', what })
  }
  return faults
}

/** What shares an ellipsis is read as one. */
function oneLineOf(page: PageLook, element: Element): Element {
  for (let at: Element | null = element; at && page.style(at).display.startsWith('inline'); at = at.parentElement) {
    if (at.parentElement && page.style(at.parentElement).textOverflow === 'ellipsis') return at.parentElement
  }
  return element
}

/** An ellipsis, or a clamp of lines, says that there is more. */
function isMarked(page: PageLook, element: Element, clip: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const style = page.style(at)
    if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') return true
    if (at === clip) return false
  }
  return false
}

function isTitle(page: PageLook, element: Element): boolean {
  const title = element.closest(TITLES)
  return title !== null || (Number(page.style(element).fontWeight) >= 600 && page.style(element).textOverflow === 'ellipsis')
}

/** Something else in its row that is not cut. */
function hasWholeNeighbour(element: Element, line: TextLine | undefined, lines: readonly TextLine[]): boolean {
  if (!line) return false
  const row = element.closest('tr, li, header, [role="row"], [role="listitem"]') ?? element.parentElement?.parentElement
  const middle = (line.box.top + line.box.bottom) / 2
  return lines.some((other) => other.element !== element && row?.contains(other.element) === true && other.box.top < middle && other.box.bottom > middle && other.words.length > 1 && other.reach.width >= widthOf(other.box) - SLACK_PX)
}

/** Controls without room, out of reach, or under something else. */
function controlFaults(page: PageLook, control: Element): LayoutFault[] {
  const box = control.getBoundingClientRect()
  const reach = page.reach(control, box, false)
  const least = control.matches(FIELDS) ? FIELD_PX : CONTROL_PX
  const what = `${describe(control)} at ${place(box)}`
  if (box.width === 0 && box.height === 0 && control.getClientRects().length === 0) return []
  if (reach.width < 1 || reach.height < 1) return comesWithFocus(page, control) ? [] : [{ kind: 'outside', what: `${what}, clipped by ${reach.cutBy ? describe(reach.cutBy) : 'its own size'}` }]
  const isInline = page.style(control).display === 'inline'
  if (reach.width < Math.min(least, isInline ? 1 : least) || reach.height < CONTROL_PX || reach.width < box.width / 2 && reach.cutBy !== null || reach.height < box.height / 2 && reach.cutBy !== null && reach.height < 40) {
    return [{ kind: 'cut', what: `${what}: ${Math.round(reach.width)}×${Math.round(reach.height)} px of it` }]
  }
  const by = coveredBy(page, control)
  return by ? [{ kind: 'covered', what: `${what}, by ${describe(by)}` }] : []
}

/** A link of several lines is pressed on its longest. */
function boxOf(page: PageLook, control: Element): Box {
  if (page.style(control).display !== 'inline') return control.getBoundingClientRect()
  return [...control.getClientRects()].sort((one, other) => other.width - one.width)[0] ?? control.getBoundingClientRect()
}

/** As the link does that skips to the content. */
function comesWithFocus(page: PageLook, element: Element): boolean {
  const control = element.closest<HTMLElement>('a[href^="#"]')
  if (!control) return false
  const before = document.activeElement
  control.focus({ preventScroll: true })
  const { width, height } = page.reach(control, control.getBoundingClientRect(), false)
  control.blur()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return width > 1 && height > 1
}

/** What takes a press that is meant for the control, wherever it is scrolled to. */
function coveredBy(page: PageLook, control: Element): Element | null {
  if (page.style(control).pointerEvents === 'none') return null
  const inPlace = page.reach(control, boxOf(page, control), false)
  const seen = isInSight(inPlace) ? hits(control, inPlace.now) : undefined
  if (seen === null) return null
  return page.whereverScrolled(control, () => {
    const { now } = page.reach(control, boxOf(page, control), false)
    return widthOf(now) > 1 && heightOf(now) > 1 ? hits(control, now) : seen ?? null
  })
}

function isLarge(box: Box): boolean {
  return widthOf(box) > 160 && heightOf(box) > 48
}

/** Null when presses on it arrive; else what they meet. Of a large one, as a waveform, a part is enough. */
function hits(control: Element, now: Box): Element | null {
  const at = [[0.5, 0.5], [0.25, 0.3], [0.75, 0.3], [0.25, 0.7], [0.75, 0.7]] as const
  const met = at.map(([across, down]) => document.elementFromPoint(now.left + across * widthOf(now), now.top + down * heightOf(now))).filter((hit) => hit !== null && !belongsTo(control, hit, now))
  return met.length > (isLarge(now) ? 3 : 0) ? met[0] ?? null : null
}

/** The control's own part, a label for it, what it stands in, or a smaller one set into a field or onto a waveform. */
function belongsTo(control: Element, hit: Element, now: Box): boolean {
  if (control.contains(hit) || hit.contains(control)) return true
  const label = hit.closest('label')
  if (label && (label.control === control || label.contains(control))) return true
  // Boxes drawn for a native control that lies over or under them.
  if (control.parentElement?.matches('label') && control.parentElement.contains(hit)) return true
  if (!control.matches(FIELDS) && !isLarge(now)) return false
  const other = hit.closest(CONTROLS) ?? hit
  const box = other.getBoundingClientRect()
  const isInside = box.left >= now.left - SLACK_PX && box.right <= now.right + SLACK_PX && box.top >= now.top - SLACK_PX && box.bottom <= now.bottom + SLACK_PX
  return isInside && box.width * box.height < (widthOf(now) * heightOf(now)) / 2
}

/** A page or a list that scrolls sideways unasked, and lists too low to read. */
function scrollFaults(page: PageLook, element: Element): LayoutFault[] {
  if (element.matches('input, textarea, select')) return []
  const isRoot = element === document.body
  const box = isRoot ? document.documentElement : element
  const style = page.style(element)
  const faults: LayoutFault[] = []
  const scrolls = (overflow: string) => isRoot || overflow === 'auto' || overflow === 'scroll'
  const wider = box.scrollWidth - box.clientWidth
  if (scrolls(style.overflowX) && wider > 1 && style.overscrollBehaviorX === 'auto') {
    const [widest] = [...element.querySelectorAll('*')].filter((one) => page.isShown(one)).map((one) => ({ one, right: one.getBoundingClientRect().right })).sort((one, other) => other.right - one.right)
    faults.push({ kind: 'sideways', what: `${describe(element)}: ${wider} px, by ${widest ? describe(widest.one) : 'nothing'}` })
  }
  const higher = box.scrollHeight - box.clientHeight
  if (!isRoot && (style.overflowY === 'auto' || style.overflowY === 'scroll') && higher > 1 && box.clientHeight < Math.min(LIST_PX, box.scrollHeight - 1) && box.scrollWidth <= box.clientWidth + 1) {
    faults.push({ kind: 'squeezed', what: `${describe(element)}: ${box.clientHeight} of ${box.scrollHeight} px` })
  }
  return faults
}

/** Text under something that hides it, wherever it is scrolled to. */
function coveredLines(page: PageLook, lines: readonly TextLine[]): LayoutFault[] {
  return lines.flatMap(({ element, words, reach, box }) => {
    if (!isInSight(reach)) return []
    const cover = coverOf(page, element, reach.now)
    if (!cover) return []
    const still = page.whereverScrolled(element, () => {
      const moved = page.reach(element, element.getBoundingClientRect(), false)
      return isInSight(moved) ? coverOf(page, element, moved.now) : cover
    })
    return still ? [{ kind: 'covered' as const, what: `${describe(element)} “${words.slice(0, 40)}” at ${place(box)}, by ${describe(still)}` }] : []
  })
}

function coverOf(page: PageLook, element: Element, now: Box): Element | null {
  const down = (now.top + now.bottom) / 2
  for (const share of [0.5, 0.1, 0.9]) {
    for (const hit of document.elementsFromPoint(now.left + share * widthOf(now), down)) {
      if (hit === element || hit.contains(element) || element.contains(hit)) break
      if (page.isOpaque(hit)) return hit
    }
  }
  return null
}

/** Text printed over other text, both to be seen. */
function overlaps(page: PageLook, lines: readonly TextLine[]): LayoutFault[] {
  const seen = lines.filter(({ reach }) => isInSight(reach)).sort((one, other) => one.reach.now.top - other.reach.now.top)
  return seen.flatMap((line, index) => {
    const faults: LayoutFault[] = []
    for (const other of seen.slice(index + 1)) {
      if (other.reach.now.top >= line.reach.now.bottom) break
      if (other.element === line.element || !areOnEachOther(page, line, other)) continue
      faults.push({ kind: 'overlap', what: `“${line.words.slice(0, 40)}” (${describe(line.element)}) and “${other.words.slice(0, 40)}” (${describe(other.element)}) at ${place(other.box)}` })
    }
    return faults
  })
}

function areOnEachOther(page: PageLook, one: TextLine, other: TextLine): boolean {
  const both = meet(one.reach.now, other.reach.now)
  // Lines that stand close share some of the room above and below their letters.
  if (widthOf(both) <= SLACK_PX + 1 || heightOf(both) <= 0.35 * Math.min(heightOf(one.reach.now), heightOf(other.reach.now))) return false
  const middle = document.elementsFromPoint((both.left + both.right) / 2, (both.top + both.bottom) / 2)
  const isTop = (element: Element) => middle.slice(0, Math.max(0, middle.findIndex((hit) => hit === element || element.contains(hit) || hit.contains(element)))).every((hit) => !page.isOpaque(hit))
  return isTop(one.element) && isTop(other.element)
}

function describe(element: Element): string {
  const name = element.getAttribute('aria-label') ?? element.textContent?.trim().replace(/\s+/g, ' ') ?? ''
  const [style = ''] = element.classList
  return `${element.tagName.toLowerCase()}${style && `.${style}`}${name && ` “${name.slice(0, 32)}”`}`
}

function place({ left, top, right, bottom }: Box): string {
  return `${Math.round(left)},${Math.round(top)} ${Math.round(right - left)}×${Math.round(bottom - top)}`
}
