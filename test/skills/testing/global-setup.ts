export { default } from "../../tasks/testing/global-setup.js";
