/** These tests start the built commands, as those of e2e do. */
export { default } from "../../e2e/testing/global-setup.js";
