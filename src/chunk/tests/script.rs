//! Outlines of JavaScript, TypeScript and TSX.

use super::check;

#[test]
fn javascript() {
    check(
        "javascript.js",
        r##"/*!
 * Copyright(c) 2020
 */
'use strict'

const fs = require('fs')
import x from 'y'

var app = exports = module.exports = {};
const LIMIT = 3, { a, b: c } = x

/** Adds. */
export const add = (l, r) => l + r

export default function main() { return 1 }

app.use = function use(fn) {
  return this
}

Router.prototype.handle = function (req) {}
exports.parse = (s) => s

class Box extends Base {
  static count = 0
  #secret = 1
  constructor() { super() }
  get size() { return 1 }
  handle = () => { this.x = 1 }
}

const api = {
  limit: 1,
  get(url) { return url },
  post: async function (url) { return url },
}

describe('box', () => {
  const shared = 1
  function helper() {}
  it('works', () => { helper() })
});

(function (global) {
  function hidden() {}
  global.visible = 1
})(this)

export { a } from './a'
const Button = memo(({ label }) => { return <b>{label}</b> })
"##,
        r##"gap file  1-3 silent
header file  4-5
body imports  6-8
body items app 9-11 +LIMIT,a,c
body function add 12-14
body function main 15-16
body method app.use 17-20
body method Router.handle 21-21
body function parse 22-23
parent class Box 24-31
  header class Box 24-26 +count,#secret
  body constructor Box.constructor 27-27
  body accessor Box.size 28-28
  body method Box.handle 29-31
parent class api 32-37
  header class api 32-33 +limit
  body method api.get 34-34
  body method api.post 35-37
body items shared 38-39
body function helper 40-40
body function works 41-43
body function hidden 44-45
body items visible 46-48
body imports  49-49
body function Button 50-50
"##,
    );
}

#[test]
fn typescript() {
    check(
        "typescript.ts",
        r##"import { A } from './a'
import type { B } from './b'

export interface Options<T> {
  name: string
  run(): void
}

export type Id = string | number

export enum Color { Red, Green = 'g' }

@Component({ selector: 'x' })
export class Widget implements Options<string> {
  private readonly id: Id = 1

  constructor(private name: string) {}

  @Input() label = ''

  abstract draw(): void
  static of<T>(x: T): Widget { return new Widget('') }
  get area(): number { return 1 }
}

export abstract class Shape {
  abstract area(): number
}

declare module 'vitest' {
  interface Matchers { toBe(): void }
}

namespace Outer.Inner {
  export function f(a: number): void
  export function f(a: any) {}
}

export const useThing = <T,>(x: T): T => x
export function isThing(x: unknown): x is Thing { return true }
export * from './c'
"##,
        r##"body imports  1-3
parent interface Options 4-8
  header interface Options 4-5 +name
  body method Options.run 6-8
body type Id 9-10
body enum Color 11-12 +Red,Green
parent class Widget 13-25
  header class Widget 13-16 +id
  body constructor Widget.constructor 17-18 +name
  body items Widget.label 19-20
  body method Widget.draw 21-21
  body method Widget.of 22-22
  body accessor Widget.area 23-25
parent class Shape 26-29
  header class Shape 26-26
  body method Shape.area 27-29
parent module vitest 30-33
  header module vitest 30-30
  parent interface vitest.Matchers 31-33
    header interface vitest.Matchers 31-31
    body method vitest.Matchers.toBe 31-33
parent module Outer.Inner 34-38
  header module Outer.Inner 34-34
  body function Outer.Inner.f 35-35
  body function Outer.Inner.f 36-38
body function useThing 39-39
body function isThing 40-40
body imports  41-41
"##,
    );
}

#[test]
fn tsx() {
    check(
        "tsx.tsx",
        r##"import React from 'react'

type Props = { label: string }

/** A button. */
export const Button: React.FC<Props> = ({ label }) => {
  const [on, setOn] = React.useState(false)
  return <button onClick={() => setOn(!on)}>{label}</button>
}

export default class App extends React.Component<Props> {
  render() { return <Button label="a" /> }
}
"##,
        r##"body imports  1-2
body type Props 3-4 +label
body function Button 5-10
parent class App 11-13
  header class App 11-11
  body method App.render 12-13
"##,
    );
}

#[test]
fn tests_are_functions_named_by_their_strings() {
    check(
        "a.test.ts",
        r##"describe.each([1])('box %i', (size) => {
  it.skip("opens", { timeout: 5 }, async () => {
    open(size)
  })
})
test.describe('pages', () => {
  test.each`a`('adds $a', fakeAsync(function () {}), 9)
})
bench(`runs`, () => run())
test(open)
test('closes')
test.on('close', () => {})
"##,
        r##"body function opens 1-5
body function adds $a 6-8
body function runs 9-9
body items  10-12
"##,
    );
}

#[test]
fn tests_in_a_loop_or_a_condition_have_declarations() {
    check(
        "methods.test.ts",
        r##"for (const method of methods) {
  it('runs', () => { run(method) })
  it.skip('stops', () => { stop(method) })
}
describe('lists', () => {
  [1, 2].forEach(size => {
    test('have a size', () => { list(size) })
  })
  if (isFast) {
    describe.each(sizes)('fast', size => {
      test('sort', () => { sort(size) })
    })
  }
})
for (const method of methods) {
  context.use(() => { run(method) })
}
"##,
        r##"body function runs 1-2
body function stops 3-4
body function have a size 5-8
body function sort 9-14
body items  15-17
"##,
    );
}
