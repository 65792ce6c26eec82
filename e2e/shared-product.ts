import type { TestProject } from 'vitest/node'
import type { Settings } from './product-inside.ts'
import { startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    sharedProduct: { readonly url: string; readonly settings: Settings }
  }
}

/**
 * One product for all stories that need neither an empty server nor one of their own settings, as a server has many
 * people on it that know nothing of each other: to start it takes two seconds of a core.
 */
export default async function shareProduct({ provide }: TestProject): Promise<() => Promise<void>> {
  const { url, settings, stop } = await startProduct()
  provide('sharedProduct', { url, settings })
  return stop
}
