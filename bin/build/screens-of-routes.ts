import { type ESTree, parseSync, Visitor } from 'vite';

/** A route of the app, and the modules of the screens that it shows. */
export interface RouteScreens {
  /** As the router has it, for example /chat/:connect. */
  path: string;
  signedIn: string;
  signedOut: string;
}

/**
 * Finds the screens in the source of `web/routes.tsx`. A route shows a lazy component, or a RequireSession whose child is
 * for signed-in people and whose fallback is for others. The route without a path, for unknown addresses, is left out.
 * @returns each route with the modules as they are imported
 * @throws when a route has another form, so that no route is forgotten
 */
export function screensOfRoutes(source: string): RouteScreens[] {
  const { program, errors } = parseSync('routes.tsx', source);
  if (errors[0]) throw new Error(errors[0].message);
  const modules = new Map<string, string>();
  const routes: RouteScreens[] = [];
  let variable = '';
  new Visitor({
    VariableDeclarator({ id }) {
      variable = id.type === 'Identifier' ? id.name : '';
    },
    ImportExpression({ source }) {
      if (source.type === 'Literal') modules.set(variable, String(source.value));
    },
    JSXElement(element) {
      if (nameOf(element.openingElement) !== 'Route') return;
      const path = attribute(element.openingElement, 'path');
      if (path === undefined) return;
      if (path?.type !== 'Literal') throw new Error('A path in web/routes.tsx is not written out');
      routes.push(screensOf(String(path.value), childOf(element), modules));
    },
  }).visit(program);
  return routes;
}

type Value = ESTree.JSXAttributeValue | ESTree.JSXExpression | null | undefined;

function screensOf(path: string, shown: Value, modules: Map<string, string>): RouteScreens {
  const moduleOf = (value: Value) => {
    const name = value?.type === 'JSXElement' ? nameOf(value.openingElement) : '';
    const module = modules.get(name);
    if (!module) throw new Error(`The route ${path} in web/routes.tsx shows '${name}', which is no lazy screen`);
    return module;
  };
  if (shown?.type !== 'JSXElement' || nameOf(shown.openingElement) !== 'RequireSession')
    return { path, signedIn: moduleOf(shown), signedOut: moduleOf(shown) };
  return { path, signedIn: moduleOf(childOf(shown)), signedOut: moduleOf(attribute(shown.openingElement, 'fallback')) };
}

function childOf({ children }: ESTree.JSXElement): Value {
  return children.find(({ type }) => type === 'JSXElement') as Value;
}

function nameOf({ name }: ESTree.JSXOpeningElement): string {
  return name.type === 'JSXIdentifier' ? name.name : '';
}

/** An attribute's value, without the braces around it. */
function attribute({ attributes }: ESTree.JSXOpeningElement, wanted: string): Value {
  const found = attributes.find((each) => each.type === 'JSXAttribute' && each.name.name === wanted);
  const value = found?.type === 'JSXAttribute' ? found.value : undefined;
  return value?.type === 'JSXExpressionContainer' ? value.expression : value;
}
