import type { IconNode } from 'lucide-react'
import { createElement, type SVGProps } from 'react'

interface Drawing {
  readonly name: string
  readonly node: IconNode
}

/**
 * Replaces lucide's `createLucideIcon` in the build (vite.config.ts): our icons get size and colour from CSS, so the
 * contexts, class lists and stroke arithmetic of the original are not needed.
 */
export default function iconComponent({ name, node }: Drawing) {
  function Drawn({ className, ...rest }: SVGProps<SVGSVGElement>) {
    return createElement(
      'svg',
      { ...look, className: className === undefined ? 'lucide' : `lucide ${className}`, ...rest },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
  }
  Drawn.displayName = name
  return Drawn
}

const look = {
  'aria-hidden': true,
  xmlns: 'http://www.w3.org/2000/svg',
  viewBox: '0 0 24 24',
  width: 24,
  height: 24,
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const
