import vue from '@vitejs/plugin-vue';

const isCustomElement = (tag) => tag === 'earshot-player';

export default {
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } })],
};
