import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { layoutFaults } from './layout-faults.ts'
import { borrowBrowser } from './browser.ts'

/** Small pages with one fault each, and their neighbours without it. */
let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await borrowBrowser()
  page = await browser.newPage({ viewport: { width: 400, height: 300 } })
})
afterAll(() => browser?.close())

async function kinds(body: string, scope?: { readonly within?: string }): Promise<readonly string[]> {
  await page.setContent(`<!doctype html><style>
    * { box-sizing: border-box }
    body { margin: 0; font: 14px/20px sans-serif }
    button { width: 40px; height: 32px; padding: 0; border: 0 }
    .cut { overflow: hidden; white-space: nowrap }
    .dots { overflow: hidden; white-space: nowrap; text-overflow: ellipsis }
    .row { display: flex }
    .at { position: absolute; background: #fff }
  </style><body>${body}`)
  return [...new Set((await layoutFaults(page, scope)).map(({ kind }) => kind))]
}

const long = 'A name that is much longer than the room it has'
const clamp = 'overflow:hidden;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2'
const sideways = 'overflow-x:auto;overscroll-behavior-x:contain;white-space:nowrap;width:200px'
const many = Array.from({ length: 12 }, (_, index) => `<p>Line ${index}</p>`).join('')

test.each([
  ['text cut to nothing by an ellipsis', `<p class=dots style="width:20px">${long}</p>`, 'cut'],
  ['text in a column without width', `<div class=row><p class=dots style="width:0">${long}</p></div>`, 'outside'],
  ['text cut through its first line', `<div class=cut style="height:8px"><p>${long}</p></div>`, 'outside'],
  ['text cut with no sign of it', `<p class=cut style="width:140px">${long}</p>`, 'unmarked'],
  ['lines cut away below', `<div style="overflow:hidden;height:30px;width:100px">${long}</div>`, 'unmarked'],
  [
    'a title that gives way to a date',
    `<ul><li class=row><a href=# class=dots style="width:80px">${long}</a><span>12 Nov</span></li></ul>`,
    'narrow',
  ],
  [
    'a heading that gives way',
    `<header class=row><h1 class=dots style="margin:0;width:90px;font-size:14px">${long}</h1>` +
      '<span>Newest of four</span></header>',
    'narrow',
  ],
  [
    'a button cut away at the side',
    '<div class=cut style="width:100px"><button style="margin-left:110px">Go</button></div>',
    'outside',
  ],
  [
    'a button half cut away',
    '<div class=cut style="width:100px"><button style="margin-left:88px">Go</button></div>',
    'cut',
  ],
  ['a button left of where the page begins', '<button style="position:absolute;left:-60px">Go</button>', 'outside'],
  [
    'a button above a list that scrolls',
    `<div style="overflow:auto;height:100px;position:relative">${many}` +
      '<button style="position:absolute;top:-60px">Go</button></div>',
    'outside',
  ],
  [
    'a button below a page that does not scroll',
    '<style>html{overflow:hidden}</style><button style="position:absolute;top:320px">Go</button>',
    'outside',
  ],
  ['a fixed button below the window', '<button style="position:fixed;top:310px">Go</button>', 'outside'],
  ['a button squeezed to a sliver', '<button style="width:8px">Go</button>', 'cut'],
  ['a field that shows no word', '<input style="width:30px">', 'cut'],
  ['a button under a bar', '<button>Go</button><div class=at style="inset:0 0 auto 0;height:40px"></div>', 'covered'],
  [
    'a button with another across its end',
    '<button style="width:120px">Go</button><button class=at style="left:80px;top:0">No</button>',
    'covered',
  ],
  [
    'a button under something that cannot be seen',
    '<button>Go</button><div class=at style="inset:0;background:none"></div>',
    'covered',
  ],
  [
    'the last row under a bar that stays',
    `<main style="height:300px;overflow:auto">${many}<p><button>Go</button></p></main>` +
      '<div class=at style="inset:auto 0 0 0;height:170px"></div>',
    'covered',
  ],
  ['text under a card', '<p>Some words</p><div class=at style="inset:0 0 auto 0;height:30px">&nbsp;</div>', 'covered'],
  [
    'text under something that cannot be pressed',
    '<p>Some words</p><div class=at style="inset:0 0 auto 0;height:30px;pointer-events:none"></div>',
    'covered',
  ],
  ['text printed over text', '<p>Some words</p><p style="position:relative;top:-26px">Other words</p>', 'overlap'],
  [
    'a column printed over the next',
    `<div class=row><p style="width:60px;white-space:nowrap">${long}</p><p>Other</p></div>`,
    'overlap',
  ],
  [
    'text over a card that lies below it',
    '<div style="background:#eee"><p>Some words</p></div>' +
      '<p class=at style="top:4px;left:10px;margin:12px 0 0;background:none">Other words</p>',
    'overlap',
  ],
  ['a page that scrolls sideways', '<div style="width:500px;height:20px"></div>', 'sideways'],
  [
    'a list that scrolls sideways beside its own way',
    `<div style="overflow-y:auto;height:100px">${many}<div style="width:460px;height:1px"></div></div>`,
    'sideways',
  ],
  [
    'the open tab scrolled out of sight',
    `<nav style="${sideways}">${long} <a href=# aria-current=page>Here</a></nav>`,
    'outside',
  ],
  ['a list with no room', `<div style="overflow-y:auto;height:30px">${many}</div>`, 'squeezed'],
] as const)('finds %s', async (_, body, kind) => {
  expect(await kinds(body)).toContain(kind)
})

test.each([
  ['text with room', `<p>${long}</p>`],
  ['a name cut at its end, with its beginning to be read', `<p class=dots style="width:140px">${long}</p>`],
  [
    'a link in the middle of a text',
    '<p style="width:120px"><b>Somebody with a name</b> ' +
      '<a href=#x>asked for changes to the third version of it</a></p>',
  ],
  [
    'a date at the end of what an ellipsis cuts',
    `<p class=dots style="width:160px">A name with some words, <time>12 minutes ago</time></p>`,
  ],
  ['a clamp of lines', `<p style="width:120px;${clamp}">${long} ${long}</p>`],
  [
    'a link of many lines of which a clamp leaves two',
    `<p style="width:80px;font:10px/14px sans-serif;${clamp}"><a href=#>${long} ${long}</a></p>`,
  ],
  [
    'tabs of which the open one was scrolled to',
    `<nav style="${sideways}"><a href=# aria-current=page>Here</a> ${long}</nav>`,
  ],
  ['a short title', '<ul><li class=row><a href=#>Kite</a><span>12 Nov</span></li></ul>'],
  [
    'a title with 120 px',
    `<ul><li class=row><a href=# class=dots style="width:130px">${long}</a><span>12 Nov</span></li></ul>`,
  ],
  [
    'words for screen readers',
    '<span style="position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)">Only heard</span>',
  ],
  [
    'what a closed disclosure holds',
    '<div style="overflow:hidden;height:30px"><details><summary>More</summary>' +
      '<button style="margin-top:60px">Go</button></details></div>',
  ],
  ['what waits to be hovered', '<button style="opacity:0">Go</button>'],
  ['a page to scroll down', `<div style="height:900px"></div><button>Go</button>`],
  ['a list to scroll down', `<div style="overflow-y:auto;height:100px">${many}<button>Go</button></div>`],
  [
    'a list in a page that both scroll',
    `<div style="height:900px"></div><div style="overflow-y:auto;height:100px">${many}<button>Go</button></div>`,
  ],
  ['tabs that scroll sideways and say so', `<div style="${sideways}">${long}</div>`],
  [
    'a dialog that escapes what clips its place',
    '<div class=cut style="width:10px;height:10px">' +
      '<button style="position:fixed;left:100px;top:100px">Go</button></div>',
  ],
  [
    'a menu that is positioned past what clips',
    '<div style="position:relative"><div class=cut style="width:10px;height:10px">' +
      '<button style="position:absolute;left:100px;top:50px">Go</button></div></div>',
  ],
  [
    'the link that comes with the focus',
    '<style>.skip{position:absolute;top:-60px}.skip:focus{top:4px}</style><a class=skip href=#m>Skip</a>',
  ],
  [
    'rows that can be scrolled out from under a bar',
    `<main style="height:300px;overflow:auto;padding-bottom:150px">${many}<p><button>Go</button></p></main>` +
      '<div class=at style="inset:auto 0 0 0;height:100px"></div>',
  ],
  [
    'rows under a heading that sticks',
    `<div style="overflow:auto;height:120px"><p style="position:sticky;top:0;background:#fff">Head</p>${many}</div>`,
  ],
  [
    'a small button set into a field',
    '<div style="position:relative;width:200px"><input style="width:200px;height:32px">' +
      '<button style="position:absolute;right:2px;top:2px;height:28px">X</button></div>',
  ],
  [
    'pins on a waveform',
    '<div style="position:relative"><div role=slider tabindex=0 style="height:100px"></div>' +
      '<button style="position:absolute;left:100px;top:30px">1</button></div>',
  ],
  [
    'a link that reaches over its whole tile',
    '<div style="position:relative;padding:20px">' +
      '<a href=# style="position:static">Kite<span style="position:absolute;inset:0"></span></a>' +
      '<p>3 tracks</p><button style="position:absolute;right:0;top:0">⋯</button></div>',
  ],
  [
    'a label with its box',
    '<label style="display:flex;position:relative"><input type=checkbox style="position:absolute;opacity:0;inset:0">' +
      '<i style="width:20px;height:20px;background:#ccc"></i>On</label>',
  ],
  [
    'faces that overlap a little',
    '<div class=row><i style="width:24px;background:#ccc;font-size:10px">IN</i>' +
      '<i style="width:24px;margin-left:-4px;background:#ddd;font-size:10px">JO</i></div>',
  ],
  [
    'close lines of text',
    '<h1 style="line-height:1;font-size:30px">Two<br>lines</h1><p style="margin-top:-20px">Below</p>',
  ],
  ['a button that is off', '<button disabled style="pointer-events:none">Go</button>'],
] as const)('lets be %s', async (_, body) => {
  expect(await kinds(body)).toEqual([])
})

test('looks only at the dialog that is asked about', async () => {
  const behind = '<button>Go</button><div class=at id=dialog style="inset:0"><button>Done</button></div>'
  expect(await kinds(behind)).toEqual(['covered'])
  expect(await kinds(behind, { within: '#dialog' })).toEqual([])
})
