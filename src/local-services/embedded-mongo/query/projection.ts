import { Doc, getField, isDoc, isNumeric, setField, toNumber, Value } from '../bson/value';
import { badValue } from '../errors';
import { Evaluator, evaluator } from '../aggregate/expression';
import { expressionFields } from '../aggregate/expression-fields';
import { isTrueResult, matcherOf } from './matcher';
import { topLevelOf } from './paths';

/** What a projection does with the fields of a document: keeps them, drops them, or puts a computed value. */
type Node = { children: Map<string, Node> } | { evaluate: (root: Doc, value: Value) => Value } | 'listed';

export interface Projection {
  apply: (doc: Doc) => Doc;
  /** The top-level fields that the result depends on; absent when that may be all. */
  wanted?: Set<string>;
}

const FIND_OPERATORS = new Set(['$slice', '$elemMatch']);

/**
 * Compiles the projection of a `find` or of a `$project` stage.
 * @throws CommandError (BadValue) for one that mixes inclusion and exclusion, or whose paths collide
 */
export function compileProjection(spec: Doc): Projection {
  const root = { children: new Map<string, Node>() };
  let mode: 'include' | 'exclude' | undefined;
  let id: boolean | undefined;
  const fields = new Set<string>(['_id']);
  let anyField = false;
  const visit = (path: string, value: Value): void => {
    if (isFlag(value)) {
      const kept = isTrueResult(value);
      if (path === '_id') {
        id = kept;
        return;
      }
      const own = kept ? 'include' : 'exclude';
      if (mode !== undefined && mode !== own) {
        throw badValue(
          `Cannot do ${own === 'include' ? 'inclusion' : 'exclusion'} on field ${path} in ${mode === 'include' ? 'inclusion' : 'exclusion'} projection`,
        );
      }
      mode = own;
      place(root, path, 'listed');
    } else if (
      isDoc(value) &&
      Object.keys(value).length > 0 &&
      !Object.keys(value).some((name) => name.startsWith('$'))
    ) {
      for (const name of Object.keys(value)) visit(`${path}.${name}`, value[name]);
      return;
    } else {
      const special =
        isDoc(value) && FIND_OPERATORS.has(Object.keys(value)[0] ?? '') ? findOperator(path, value) : undefined;
      if (!special || '$elemMatch' in (value as Doc)) {
        if (mode === 'exclude') throw badValue(`Cannot use an expression ${path} in an exclusion projection`);
        mode = 'include';
      }
      place(root, path, special ?? computed(value));
      anyField ||= !expressionFields(value, fields);
    }
    fields.add(topLevelOf(path));
  };
  for (const path of Object.keys(spec)) visit(path, spec[path]);
  const including = mode === 'include' || (mode === undefined && id === true && root.children.size === 0);
  if (including ? id !== false : id === false) root.children.set('_id', root.children.get('_id') ?? 'listed');
  return {
    apply: (doc) => (including ? include(doc, root.children, doc) : exclude(doc, root.children, doc)) as Doc,
    ...(including && !anyField && { wanted: fields }),
  };
}

function isFlag(value: Value): boolean {
  return typeof value === 'boolean' || isNumeric(value);
}

function place(root: { children: Map<string, Node> }, path: string, leaf: Node): void {
  const parts = path.split('.');
  const last = parts.pop() ?? '';
  let node: Node = root;
  for (const part of parts) {
    if (part.startsWith('$')) throw badValue(`positional projection '${path}' is not supported by the embedded engine`);
    let next: Node | undefined = node.children.get(part);
    if (next === undefined) node.children.set(part, (next = { children: new Map() }));
    if (next === 'listed' || 'evaluate' in next) throw badValue(`Path collision at ${path}`);
    node = next;
  }
  if (last === '' || last.startsWith('$'))
    throw badValue(`positional projection '${path}' is not supported by the embedded engine`);
  if (node.children.has(last)) throw badValue(`Path collision at ${path}`);
  node.children.set(last, leaf);
}

function computed(expression: Value): Node {
  const evaluate: Evaluator = evaluator(expression);
  return { evaluate: (root) => evaluate(root) };
}

function findOperator(path: string, operator: Doc): Node | undefined {
  const { $slice: slice, $elemMatch: condition } = operator;
  if (isDoc(condition)) {
    const matches = matcherOf({ [path]: { $elemMatch: condition } });
    return {
      evaluate: (_root, value) => {
        const item = Array.isArray(value) ? value.find((entry) => matches({ [path]: [entry] })) : undefined;
        return item === undefined ? undefined : [item];
      },
    };
  }
  const bounds = Array.isArray(slice) ? slice : [slice];
  if (!bounds.every(isNumeric) || bounds.length > 2) return undefined;
  const [first = 0, count] = bounds.map(toNumber);
  return {
    evaluate: (_root, value) => {
      if (!Array.isArray(value)) return value;
      if (count === undefined) return first < 0 ? value.slice(first) : value.slice(0, first);
      const start = first < 0 ? Math.max(0, value.length + first) : first;
      return value.slice(start, start + count);
    },
  };
}

function include(value: Value, nodes: Map<string, Node>, root: Doc): Value {
  if (Array.isArray(value)) {
    return value.filter((item) => isDoc(item) || Array.isArray(item)).map((item) => include(item, nodes, root));
  }
  const result: Doc = {};
  const doc = isDoc(value) ? value : {};
  for (const name of Object.keys(doc)) {
    const node = nodes.get(name);
    if (node === undefined) continue;
    if (node === 'listed') setField(result, name, doc[name]);
    else if ('children' in node) {
      const nested = doc[name];
      if (isDoc(nested) || Array.isArray(nested)) setField(result, name, include(nested, node.children, root));
      else addComputed(result, name, undefined, node, root);
    } else addComputed(result, name, doc[name], node, root);
  }
  for (const [name, node] of nodes) if (!Object.hasOwn(doc, name)) addComputed(result, name, undefined, node, root);
  return result;
}

function addComputed(result: Doc, name: string, value: Value, node: Node, root: Doc): void {
  if (node === 'listed') return;
  if ('children' in node) {
    const nested = include(undefined, node.children, root) as Doc;
    if (Object.keys(nested).length > 0) setField(result, name, nested);
    return;
  }
  const computedValue = node.evaluate(root, value);
  if (computedValue !== undefined) setField(result, name, computedValue);
}

function exclude(value: Value, nodes: Map<string, Node>, root: Doc): Value {
  if (Array.isArray(value)) return value.map((item) => exclude(item, nodes, root));
  if (!isDoc(value)) return value;
  const result: Doc = {};
  for (const name of Object.keys(value)) {
    const node = nodes.get(name);
    if (node === 'listed') continue;
    if (node === undefined) setField(result, name, value[name]);
    else if ('children' in node) setField(result, name, exclude(getField(value, name), node.children, root));
    else addComputed(result, name, getField(value, name), node, root);
  }
  return result;
}
