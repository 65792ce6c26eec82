import { heightOf, isInSight, meet, PageLook, SLACK_PX, widthOf, type Edges, type TextLine } from './layout-reach.ts'

/**
 * Runs in the page; see layout-faults.ts. Knows no screen of ours, only boxes, text and what lies on what. A box that
 * scrolls sideways on purpose says so by `overscroll-behavior-x`, which it needs anyway: a swipe past its end would
 * leave the page.
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

const CONTROLS =
  'button, a[href], input:not([type="hidden"]), select, textarea, summary, [role="button"], [role="link"], ' +
  '[role="tab"], [role="switch"], [role="checkbox"], [role="radio"], [role="slider"], [role^="menuitem"], ' +
  '[role="option"], [contenteditable="true"]'
const TITLES =
  'h1, h2, h3, h4, [aria-current="page"], tr a[href], li a[href], [role="row"] a[href], [role="listitem"] a[href]'
const FIELDS = 'input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"]), textarea, select'
/** Letters that one can still make sense of, with the width of an ellipsis. */
const LETTERS = 5
const TITLE_PX = 120
const CONTROL_PX = 12
const FIELD_PX = 48
/** A list of which less is in sight is no list: a line and a half of what people write. */
const LIST_PX = 72

export function findLayoutFaults({ within, without }: LayoutScope): LayoutFault[] {
  const roots = [...document.querySelectorAll(within)]
  const isLeftOut = (element: Element) => without !== null && element.closest(without) !== null
  const page = new PageLook()
  const elements = roots
    .flatMap((root) => [root, ...root.querySelectorAll('*')])
    .filter((element) => !isLeftOut(element) && page.isShown(element))
  // An ellipsis takes the rest of its line away; how long it would be is known without it.
  const dotted = elements.filter((element) => page.style(element).textOverflow !== 'clip')
  const lines = page.whileStyled(dotted, 'text-overflow', 'clip', () =>
    elements.flatMap((element) => page.lines(element)),
  )
  const controls = elements.filter((element) => element.matches(CONTROLS) && !page.isWithout(element))
  const faults = [
    ...textFaults(page, lines),
    ...controls.flatMap((control) => controlFault(page, control) ?? []),
    ...coveredControls(
      page,
      controls.filter(
        (control) => page.style(control).pointerEvents !== 'none' && controlFault(page, control) === null,
      ),
    ),
    ...elements.flatMap((element) => scrollFaults(page, element)),
    // From here on all that is painted can be asked about, not only what can be pressed.
    ...page.whileStyled(passedThrough(page), 'pointer-events', 'auto', () => [
      ...coveredLines(page, lines),
      ...overlaps(page, lines),
    ]),
  ]
  const told = new Map(faults.map((fault) => [`${fault.kind} ${fault.what}`, fault]))
  return [...told.values()]
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
    if (shown < 1)
      faults.push({ kind: 'outside', what: `${what}, clipped by ${clip ? describe(clip) : 'what scrolls'}` })
    else if (shown < Math.min(whole - SLACK_PX, LETTERS * letter)) faults.push({ kind: 'cut', what })
    else if (clip && !isMarked(page, element, clip))
      faults.push({ kind: 'unmarked', what: `${what}, clipped by ${describe(clip)}` })
    if (
      shown >= 1 &&
      shown < TITLE_PX &&
      own.length === 1 &&
      isTitle(page, element) &&
      hasWholeNeighbour(element, own[0], lines)
    )
      faults.push({ kind: 'narrow', what })
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
  return (
    title !== null || (Number(page.style(element).fontWeight) >= 600 && page.style(element).textOverflow === 'ellipsis')
  )
}

/** Something else in its row that is not cut. */
function hasWholeNeighbour(element: Element, line: TextLine | undefined, lines: readonly TextLine[]): boolean {
  if (!line) return false
  const row = element.closest('tr, li, header, [role="row"], [role="listitem"]') ?? element.parentElement?.parentElement
  const middle = (line.box.top + line.box.bottom) / 2
  return lines.some(
    (other) =>
      other.element !== element &&
      row?.contains(other.element) === true &&
      other.box.top < middle &&
      other.box.bottom > middle &&
      other.words.length > 1 &&
      other.reach.width >= widthOf(other.box) - SLACK_PX,
  )
}

function passedThrough(page: PageLook): readonly Element[] {
  return [...document.querySelectorAll('body, body *')].filter(
    (element) => page.isShown(element) && page.style(element).pointerEvents === 'none',
  )
}

/** Without room, or out of reach. */
function controlFault(page: PageLook, control: Element): LayoutFault | null {
  const box = control.getBoundingClientRect()
  if (box.width === 0 && box.height === 0 && control.getClientRects().length === 0) return null
  const reach = page.reach(control, box, false)
  const what = () => `${describe(control)} at ${place(box)}`
  if (reach.width < 1 || reach.height < 1) {
    return comesWithFocus(page, control)
      ? null
      : { kind: 'outside', what: `${what()}, clipped by ${reach.cutBy ? describe(reach.cutBy) : 'its own size'}` }
  }
  const isInline = page.style(control).display === 'inline'
  const least = isInline ? 1 : control.matches(FIELDS) ? FIELD_PX : CONTROL_PX
  // Lines of a link that a clamp takes away are told as text, if at all: the others are as good to press.
  const isLow = !isInline && reach.height < box.height / 2 && reach.height < 40
  const isHalf = reach.cutBy !== null && (reach.width < box.width / 2 || isLow)
  if (reach.width < least || reach.height < CONTROL_PX || isHalf)
    return { kind: 'cut', what: `${what()}: ${Math.round(reach.width)}×${Math.round(reach.height)} px of it` }
  return null
}

/** A link of several lines is pressed on its longest. */
function boxOf(page: PageLook, control: Element): Edges {
  if (page.style(control).display !== 'inline') return control.getBoundingClientRect()
  return (
    [...control.getClientRects()].sort((one, other) => other.width - one.width)[0] ?? control.getBoundingClientRect()
  )
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

/** Where something else takes a press that is meant for the control, wherever it is scrolled to. */
function coveredControls(page: PageLook, controls: readonly Element[]): LayoutFault[] {
  const covered = page.whereverScrolled(controls, (control, isAsked) => {
    const reach = page.reach(control, boxOf(page, control), false)
    const isWhole = widthOf(reach.now) >= reach.width - SLACK_PX && heightOf(reach.now) >= reach.height - SLACK_PX
    return isInSight(reach) && (isAsked || isWhole) ? hits(control, reach.now) : undefined
  })
  return [...covered].map(([control, by]) => ({
    kind: 'covered',
    what: `${describe(control)} at ${place(control.getBoundingClientRect())}, by ${describe(by)}`,
  }))
}

function isLarge(box: Edges): boolean {
  return widthOf(box) > 160 && heightOf(box) > 48
}

/** Shares of a box, across and down. Of a small one three points tell as much as five. */
const POINTS = [
  [0.5, 0.5],
  [0.25, 0.3],
  [0.75, 0.7],
  [0.75, 0.3],
  [0.25, 0.7],
] as const

/** Null when presses on it arrive; else what they meet. Of a large one, as a waveform, a part is enough. */
function hits(control: Element, now: Edges): Element | null {
  const met = POINTS.slice(0, widthOf(now) < 64 ? 3 : 5)
    .map(([across, down]) =>
      document.elementFromPoint(now.left + across * widthOf(now), now.top + down * heightOf(now)),
    )
    .filter((hit) => hit !== null && !belongsTo(control, hit, now))
  return met.length > (isLarge(now) ? 3 : 0) ? (met[0] ?? null) : null
}

/** The control's own part, a label for it, what it stands in, or a smaller one set into a field or onto a waveform. */
function belongsTo(control: Element, hit: Element, now: Edges): boolean {
  if (control.contains(hit) || hit.contains(control)) return true
  const label = hit.closest('label')
  if (label && (label.control === control || label.contains(control))) return true
  // Boxes drawn for a native control that lies over or under them.
  if (control.parentElement?.matches('label') && control.parentElement.contains(hit)) return true
  if (!control.matches(FIELDS) && !isLarge(now)) return false
  const other = hit.closest(CONTROLS) ?? hit
  const box = other.getBoundingClientRect()
  const isInside =
    box.left >= now.left - SLACK_PX &&
    box.right <= now.right + SLACK_PX &&
    box.top >= now.top - SLACK_PX &&
    box.bottom <= now.bottom + SLACK_PX
  return isInside && box.width * box.height < (widthOf(now) * heightOf(now)) / 2
}

/**
 * A page or a list that scrolls sideways unasked, tabs of which the open one is out of sight, and lists too low to
 * read.
 */
function scrollFaults(page: PageLook, element: Element): LayoutFault[] {
  const isRoot = element === document.body
  const { overflowX, overflowY, overscrollBehaviorX } = page.style(element)
  const scrolls = (overflow: string) => isRoot || overflow === 'auto' || overflow === 'scroll'
  if ((!scrolls(overflowX) && !scrolls(overflowY)) || element.matches('input, textarea, select')) return []
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = isRoot ? document.documentElement : element
  const faults: LayoutFault[] = []
  const wider = scrollWidth - clientWidth
  if (scrolls(overflowX) && wider > 1 && overscrollBehaviorX === 'auto') {
    const [widest] = [...element.querySelectorAll('*')]
      .filter((one) => page.isShown(one))
      .map((one) => ({ one, right: one.getBoundingClientRect().right }))
      .sort((one, other) => other.right - one.right)
    faults.push({
      kind: 'sideways',
      what: `${describe(element)}: ${wider} px, by ${widest ? describe(widest.one) : 'nothing'}`,
    })
  }
  const open =
    wider > 1 && element.matches('[role="tablist"], nav')
      ? element.querySelector('[role="tab"][aria-selected="true"], [aria-current="page"]')
      : null
  if (open) {
    const box = open.getBoundingClientRect()
    if (widthOf(meet(box, element.getBoundingClientRect())) < 0.66 * box.width)
      faults.push({
        kind: 'outside',
        what: `${describe(open)} at ${place(box)}, which is open, in ${describe(element)}`,
      })
  }
  if (
    !isRoot &&
    scrolls(overflowY) &&
    scrollHeight - clientHeight > 1 &&
    clientHeight < Math.min(LIST_PX, scrollHeight - 1) &&
    wider <= 1
  ) {
    faults.push({ kind: 'squeezed', what: `${describe(element)}: ${clientHeight} of ${scrollHeight} px` })
  }
  return faults
}

/** Text under something that hides it, wherever it is scrolled to. */
function coveredLines(page: PageLook, lines: readonly TextLine[]): LayoutFault[] {
  const covers = new Map<Element, { readonly line: TextLine; readonly cover: Element }>()
  for (const line of lines) {
    const cover = isInSight(line.reach) && coverOf(page, line.element, line.reach.now)
    if (cover) covers.set(line.element, { line, cover })
  }
  const still = page.whereverScrolled([...covers.keys()], (element) => {
    const moved = page.reach(element, element.getBoundingClientRect(), false)
    return isInSight(moved) ? coverOf(page, element, moved.now) : covers.get(element)?.cover
  })
  return [...still].map(([element, by]) => {
    const { words = '', box = element.getBoundingClientRect() } = covers.get(element)?.line ?? {}
    return {
      kind: 'covered',
      what: `${describe(element)} “${words.slice(0, 40)}” at ${place(box)}, by ${describe(by)}`,
    }
  })
}

function coverOf(page: PageLook, element: Element, now: Edges): Element | null {
  const down = (now.top + now.bottom) / 2
  const isOwn = (hit: Element) => hit === element || hit.contains(element) || element.contains(hit)
  for (const share of widthOf(now) < 64 ? [0.1, 0.9] : [0.5, 0.1, 0.9]) {
    const across = now.left + share * widthOf(now)
    // To ask for all that lies there takes several times as long, and mostly the text itself is on top.
    const top = document.elementFromPoint(across, down)
    if (!top || isOwn(top)) continue
    for (const hit of document.elementsFromPoint(across, down)) {
      if (isOwn(hit)) break
      if (page.isOpaque(hit)) return hit
    }
  }
  return null
}

/** Text printed over other text, both to be seen. */
function overlaps(page: PageLook, lines: readonly TextLine[]): LayoutFault[] {
  const seen = lines
    .filter(({ reach }) => isInSight(reach))
    .sort((one, other) => one.reach.now.top - other.reach.now.top)
  return seen.flatMap((line, index) => {
    const faults: LayoutFault[] = []
    for (const other of seen.slice(index + 1)) {
      if (other.reach.now.top >= line.reach.now.bottom) break
      if (other.element === line.element || !areOnEachOther(page, line, other)) continue
      faults.push({
        kind: 'overlap',
        what:
          `“${line.words.slice(0, 40)}” (${describe(line.element)}) and “${other.words.slice(0, 40)}” ` +
          `(${describe(other.element)}) at ${place(other.box)}`,
      })
    }
    return faults
  })
}

function areOnEachOther(page: PageLook, one: TextLine, other: TextLine): boolean {
  const both = meet(one.reach.now, other.reach.now)
  // Lines that stand close share some of the room above and below their letters.
  if (
    widthOf(both) <= SLACK_PX + 1 ||
    heightOf(both) <= 0.35 * Math.min(heightOf(one.reach.now), heightOf(other.reach.now))
  )
    return false
  const middle = document.elementsFromPoint((both.left + both.right) / 2, (both.top + both.bottom) / 2)
  const isTop = (element: Element) =>
    middle
      .slice(
        0,
        Math.max(
          0,
          middle.findIndex((hit) => hit === element || element.contains(hit) || hit.contains(element)),
        ),
      )
      .every((hit) => !page.isOpaque(hit))
  return isTop(one.element) && isTop(other.element)
}

function describe(element: Element): string {
  const name = element.getAttribute('aria-label') ?? element.textContent?.trim().replace(/\s+/g, ' ') ?? ''
  const [style = ''] = element.classList
  return `${element.tagName.toLowerCase()}${style && `.${style}`}${name && ` “${name.slice(0, 32)}”`}`
}

function place({ left, top, right, bottom }: Edges): string {
  return `${Math.round(left)},${Math.round(top)} ${Math.round(right - left)}×${Math.round(bottom - top)}`
}
