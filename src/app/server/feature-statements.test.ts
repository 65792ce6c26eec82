import { existsSync, globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ownData } from '#features/account/server/own-data.ts'
import type { Feature } from '#server/feature.ts'
import { joinEveryFeature, served, tableDecisions } from './feature-parts.ts'
import { features } from './features.ts'

const all: readonly Feature[] = features

describe('the list of features', () => {
  test('names every folder once, and each states itself in its own', () => {
    const folders = globSync('src/features/*/').map((path) => path.split(/[/\\]/)[2])
    expect(all.map(({ name }) => name).toSorted()).toEqual(folders.toSorted())
    for (const { name } of all) expect(existsSync(`src/features/${name}/server/${name}.feature.ts`), name).toBe(true)
  })

  test('stands in this order in docs/architecture.md', () => {
    expect(readFileSync('docs/architecture.md', 'utf8')).toContain(
      `Order of features: ${all.map(({ name }) => name).join(' → ')}.`,
    )
  })
})

describe.each(all)('$name', ({ name, serves, tables = {} }) => {
  test('states its own tables, and all of them', () => {
    const declared = globSync(`src/features/${name}/server/*.tables.ts`).flatMap(tablesIn)
    expect(Object.keys(tables).toSorted(), `src/features/${name}/server/${name}.feature.ts`).toEqual(
      declared.toSorted(),
    )
  })

  test('serves every contract of its folder', async () => {
    const keys: readonly string[] = serves.flatMap(({ contract }) => Object.keys(contract))
    for (const path of globSync(`src/features/${name}/*.contract.ts`)) {
      const exported: Readonly<Record<string, object>> = await import(/* @vite-ignore */ resolve(path))
      const routes = Object.values(exported).flatMap((one) => Object.keys(one).filter((key) => /^[A-Z]+ \//.test(key)))
      expect(
        routes.filter((key) => !keys.includes(key)),
        path,
      ).toEqual([])
    }
  })
})

test('a person’s own data has no parts but those that a table names, and each that one names', async () => {
  joinEveryFeature()
  const parts = (await ownData.ask()).flat().map(({ name }) => name)
  const named = Object.entries(tableDecisions).flatMap(([table, { ownData: told }]) =>
    'none' in told ? [] : told.map((part) => ({ table, part })),
  )
  expect(named.filter(({ part }) => !parts.includes(part))).toEqual([])
  expect(parts.filter((name) => !named.some(({ part }) => part === name))).toEqual([])
})

test('no route is answered twice', () => {
  const keys = served.flatMap(({ contract }) => Object.keys(contract))
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([])
})

function tablesIn(path: string): readonly string[] {
  const [, body = ''] = /interface Tables \{([^}]*)\}/.exec(readFileSync(path, 'utf8')) ?? []
  return [...body.matchAll(/(\w+):/g)].map(([, table = '']) => table)
}
