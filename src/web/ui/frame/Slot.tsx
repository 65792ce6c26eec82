import {
  Children,
  cloneElement,
  useMemo,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefAttributes,
  type RefCallback,
} from 'react'

interface SlotProps extends HTMLAttributes<HTMLElement> {
  readonly ref?: Ref<HTMLElement>
  /** One element that takes a ref. */
  readonly children: ReactNode
}

type Props = Readonly<Record<string, unknown>>

/** Passes its props to its only child: handlers run after the child's own, and both refs are set. */
export function Slot({ children, ref: outer, ...given }: SlotProps) {
  const child = Children.only(children) as ReactElement<Props & RefAttributes<HTMLElement>>
  const { ref: own } = child.props
  // Neither ref is read during render; React calls the combined one.
  // oxlint-disable-next-line react/refs, react/preserve-manual-memoization
  const both = useMemo(() => bothOf(own, outer), [own, outer])
  return cloneElement(child, { ...joined({ ...given }, child.props), ref: both })
}

function joined(given: Props, own: Props): Props {
  const props: Record<string, unknown> = { ...given, ...own }
  for (const [name, theirs] of Object.entries(given)) {
    const mine = own[name]
    if (isHandler(theirs) && isHandler(mine))
      props[name] = (...args: readonly unknown[]) => {
        mine(...args)
        theirs(...args)
      }
    else if (mine === undefined) props[name] = theirs
  }
  return props
}

function isHandler(value: unknown): value is (...args: readonly unknown[]) => void {
  return typeof value === 'function'
}

function bothOf(one: Ref<HTMLElement> | undefined, other: Ref<HTMLElement> | undefined): RefCallback<HTMLElement> {
  return (element) => {
    const undo = [tell(one, element), tell(other, element)]
    return () => undo.forEach((stop) => stop())
  }
}

/** Returns a function that clears the ref. */
function tell(ref: Ref<HTMLElement> | undefined, element: HTMLElement | null): () => void {
  if (typeof ref === 'function') {
    const stop = ref(element)
    return typeof stop === 'function'
      ? stop
      : () => {
          ref(null)
        }
  }
  if (ref) ref.current = element
  return () => {
    if (ref) ref.current = null
  }
}
