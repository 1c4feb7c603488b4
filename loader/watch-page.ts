interface Changes {
  came(node: Node): void;
  went(node: Node): void;
}

/** Tells of every node that comes or goes, or changes what it says: infinite scroll, re-rendering, navigation. */
export function watchPage(root: Node, { came, went }: Changes): void {
  new MutationObserver((records) => {
    for (const { type, target, addedNodes, removedNodes } of records) {
      if (type !== 'childList') {
        went(target);
        came(target);
      }
      removedNodes.forEach(went);
      addedNodes.forEach(came);
    }
  }).observe(root, {
    childList: true,
    subtree: true,
    characterData: true,
    attributeFilter: ['data-resource'],
  });
}
